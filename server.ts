import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { addCertificateGauge } from 'monitoring/certificate'
import { createLog } from 'monitoring/create-log'
import type { Log } from 'monitoring/log'
import { serveMetrics } from 'monitoring/metrics-server'
import { readMonitoringSettings } from 'monitoring/settings'
import { startTracing } from 'monitoring/tracing'
import { listen } from 'process/listen'
import { ConfigError } from 'process/settings'
import { printStartNotice } from 'process/start-notice'
import { stopOnSignal } from 'process/stop-on-signal'
import { Registry } from 'prom-client'
import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import { type PortalConfig, readPortalConfig } from '~/server/config.server'
import { staticFiles } from '~/server/http/static-files.server'
import { ARRIVAL_LIMIT_MS } from '~/server/middleware/connection.server.js'
import { createPortal } from '~/server/portal.server'

const start = async () => {
  const development = process.env.NODE_ENV === 'development'
  const config = readPortalConfig(process.env)
  const monitoring = readMonitoringSettings(process.env)
  const log = createLog(config.logLevel)
  const registry = new Registry()
  addCertificateGauge(registry, config.publicUrl)
  const endTracing = await startTracing(monitoring.tracing)
  const [metrics, api, app] = await Promise.all([
    serveMetrics(registry, monitoring, log),
    openProductApi(config, log, registry),
    development ? developmentApp() : builtApp(),
  ])
  let ready = true
  const portal = await createPortal({
    config,
    log,
    registry,
    development,
    transport: api.transport,
    build: app.build,
    assets: app.assets,
    ...(api.fetch ? { embeddedApi: api.fetch, embeddedHealth: api.health } : {}),
    testPayments: api.testPayments,
    isReady: () => ready,
  })
  const server = createServer(portal)
  server.requestTimeout = api.uploadLimitMs ?? ARRIVAL_LIMIT_MS
  server.headersTimeout = 15_000
  listen(server, { ...config, portSetting: 'PORT', publicUrl: config.publicUrl.origin, fail }, (origin) =>
    printStartNotice({ address: `The portal is at ${origin}`, login: api.demoLogin, letters: api.letters }),
  )

  stopOnSignal({
    server,
    delayMs: config.shutdownDelayMs,
    log,
    async onSignal() {
      ready = false
      await api.stopJobs()
    },
    async end() {
      metrics.close()
      await api.close()
      await endTracing()
    },
    fail,
  })
}

const fail = (error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

const openProductApi = async (config: PortalConfig, log: Log, registry: Registry) => {
  if (config.productApiUrl) {
    const transport = createRemoteTransport(config.productApiUrl, config.apiSecret)
    return {
      transport,
      fetch: null,
      stopJobs: async () => {},
      close: () => transport.close(),
      uploadLimitMs: null,
      demoLogin: undefined,
      letters: undefined,
      testPayments: false,
    }
  }
  // A portal of a remote API does without this code in memory.
  const { startEmbeddedApi } = await import('api/run-api')
  const embedded = await startEmbeddedApi({ env: process.env, publicUrl: config.publicUrl, log, registry })
  return {
    transport: createEmbeddedTransport(embedded),
    fetch: (request: Request) => embedded.fetch(request),
    health: embedded.health,
    stopJobs: () => embedded.stopJobs(),
    close: () => embedded.close(),
    uploadLimitMs: embedded.uploadLimitMs,
    demoLogin: embedded.demoLogin,
    letters: embedded.letters,
    testPayments: embedded.testPayments,
  }
}

interface RemixApp {
  build: ServerBuild | (() => Promise<ServerBuild>)
  assets: RequestHandler
}

const builtApp = async (): Promise<RemixApp> => {
  // Resolved when the server is bundled, as build/parts/server.js.
  // @ts-expect-error: exists after a build only
  const build: ServerBuild = await import('./build/server/index.js')
  return { build, assets: staticFiles(fileURLToPath(new URL('../client', import.meta.url))) }
}

const developmentApp = async (): Promise<RemixApp> => {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true } })
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  return { build, assets: vite.middlewares }
}

start().catch(fail)
