import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { ConfigError } from 'process/settings'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Log } from './log'
import type { MonitoringSettings } from './settings'

interface MetricsServer {
  /** Null: it does not listen. */
  port: number | null
  close(): void
}

const notListening: MetricsServer = { port: null, close() {} }

/**
 * Adds the metrics of the process, and serves the registry at GET /metrics on a separate port. Throws a ConfigError if
 * the operator has chosen the port and it is not available. The default port may be in use: several servers of one
 * machine share it.
 */
export const serveMetrics = async (
  registry: Registry,
  { port, host, isPortChosen }: Omit<MonitoringSettings, 'tracing'>,
  log: Log,
): Promise<MetricsServer> => {
  if (port === null) return notListening
  const server = createMetricsServer(registry, log)
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (isPortChosen) throw new ConfigError(`METRICS_PORT: ${host}:${port} can not be had (${code})`)
    log.warn({ port, code }, 'metrics are not served: METRICS_PORT is not set, and the usual port is taken')
    return notListening
  }
  collectDefaultMetrics({ register: registry })
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  log.info({ host, port: actualPort }, 'metrics are served at /metrics')
  return {
    port: actualPort,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const createMetricsServer = (registry: Registry, log: Log): Server =>
  createServer((req, res) => {
    const isMetricsRequest =
      req.url?.split('?', 1)[0] === '/metrics' && (req.method === 'GET' || req.method === 'HEAD')
    if (!isMetricsRequest) return void res.writeHead(404).end()
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error(
          { error: error instanceof Error ? error.name : 'not an Error' },
          'metrics could not be read',
        )
        res.writeHead(500).end()
      },
    )
  })
