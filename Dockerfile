# To pin by digest too, where a registry is within reach: --build-arg NODE_IMAGE=node:26.12.1-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:26.12.1-bookworm-slim

FROM $NODE_IMAGE AS build
WORKDIR /source
# What changes seldom comes first: a change of the sources does not install everything anew.
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN node scripts/install.mjs
COPY . .
RUN node scripts/gather.mjs /portal

FROM $NODE_IMAGE
# NODE_ENV keeps demo data out; PUBLIC_URL, PAYMENT_GATEWAY and SMTP_URL are for the operator to set (docs/operating.md).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
# Of root: the server reads its program and can't change it. It writes to /data alone, so it also runs with a read-only file
# system and without capabilities (docs/operating.md, The container).
COPY --from=build /portal /portal
WORKDIR /portal
# The user node, by number: Kubernetes' runAsNonRoot knows no names.
USER 1000:1000
VOLUME /data
# 9464: metrics, when METRICS_HOST is 0.0.0.0.
EXPOSE 3000 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server.js"]
