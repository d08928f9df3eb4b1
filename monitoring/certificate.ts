import { once } from 'node:events'
import { connect, rootCertificates } from 'node:tls'
import { Gauge, type Registry } from 'prom-client'

const timeoutMs = 10_000

interface SiteCertificate {
  /** In milliseconds since 1970. */
  expiresAt: number
  /** Why browsers refuse it; null if they accept it. */
  fault: string | null
}

/** Fetches the certificate of a site. `ca`: an authority besides the known ones, as PEM. */
export const fetchCertificate = async ({ hostname, port }: URL, ca?: string): Promise<SiteCertificate> => {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // Also connects with a certificate that browsers refuse, to read its expiry.
    rejectUnauthorized: false,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    return {
      expiresAt: Date.parse(socket.getPeerCertificate().valid_to),
      fault: socket.authorized ? null : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

const HOUR = 60 * 60_000

/** Adds the expiry of the public address's certificate, refreshed once an hour; absent while there is none. */
export const addCertificateGauge = (registry: Registry, publicUrl: URL, now = Date.now) => {
  let expiresAt: number | null = null
  let refreshedAt: number | null = null
  const refresh = async () => {
    refreshedAt = now()
    expiresAt = await fetchCertificate(publicUrl).then(
      (certificate) => certificate.expiresAt,
      () => null,
    )
  }
  new Gauge({
    name: 'portal_certificate_expires_timestamp_seconds',
    help: 'When the certificate of an https PUBLIC_URL expires, in seconds since 1970.',
    registers: [registry],
    collect() {
      // A scrape does not wait: the next one gets the new value.
      if (publicUrl.protocol === 'https:' && (refreshedAt === null || now() - refreshedAt >= HOUR))
        void refresh()
      if (expiresAt === null) this.remove()
      else this.set(expiresAt / 1_000)
    },
  })
}
