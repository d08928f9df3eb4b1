import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { ConfigError } from 'process/settings'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Log } from './log'
import type { MonitoringSettings } from './settings'

export interface MetricsServer {
  /** The port that it listens on; null: it does not. */
  port: number | null
  close(): void
}

const notListening: MetricsServer = { port: null, close() {} }

/**
 * Adds the metrics of the process and serves all of the registry at GET /metrics, on a port of its own. Throws a
 * ConfigError where the operator has chosen the port and it can't be had. The usual port is no reason not to start:
 * several servers of one machine would want it.
 */
export const serveMetrics = async (
  registry: Registry,
  { port, host, isPortChosen }: Omit<MonitoringSettings, 'tracing'>,
  log: Log,
): Promise<MetricsServer> => {
  if (port === null) return notListening
  const server = answering(registry, log)
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
  const listening = typeof address === 'object' && address ? address.port : port
  log.info({ host, port: listening }, 'metrics are served at /metrics')
  return {
    port: listening,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const answering = (registry: Registry, log: Log): Server =>
  createServer((req, res) => {
    const isAsked =
      req.url?.split('?', 1)[0] === '/metrics' && (req.method === 'GET' || req.method === 'HEAD')
    if (!isAsked) return void res.writeHead(404).end()
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
