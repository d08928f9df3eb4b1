import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { runApi } from 'api/run-api'
import { readStandaloneConfig } from 'api/server-config'
import { createLog } from 'monitoring/create-log'
import { serveMetrics } from 'monitoring/metrics-server'
import { readMonitoringSettings } from 'monitoring/settings'
import { startTracing } from 'monitoring/tracing'
import { listen } from 'process/listen'
import { printStartNotice } from 'process/start-notice'
import { stopOnSignal } from 'process/stop-on-signal'
import { Registry } from 'prom-client'
import { complaintOf, exitCodeOf, isHelp, printCommandLine } from './command-line'

const serveApi = async () => {
  const config = readStandaloneConfig(process.env)
  const monitoring = readMonitoringSettings(process.env)
  const log = createLog(config.logLevel)
  const registry = new Registry()
  const endTracing = await startTracing(monitoring.tracing)
  const metrics = await serveMetrics(registry, monitoring, log)
  const api = await runApi(config, log, { logRequests: true, registry })
  const server = createServer(getRequestListener(api.fetch))
  if (api.uploadLimitMs !== null) server.requestTimeout = api.uploadLimitMs
  listen(server, { ...config, portSetting: 'API_PORT', publicUrl: config.apiPublicUrl, fail }, (base) =>
    printStartNotice({ ...api, address: `The product API is at ${base}`, login: api.demoLogin }),
  )

  stopOnSignal({
    server,
    delayMs: config.shutdownDelayMs,
    log,
    onSignal: () => api.stopJobs(),
    async end() {
      metrics.close()
      await api.close()
      await endTracing()
    },
    fail,
  })
}

const fail = (error: unknown) => {
  console.error(complaintOf(error))
  process.exit(exitCodeOf(error))
}

/** Without arguments it serves the product API, with `--mock` its mock; else it runs a command, as `admin.js` does. */
const run = async ([, file = '', ...args]: string[]) => {
  const [first = '', ...others] = args
  if (first === '--mock' && !others.some(isHelp)) {
    const { startMock } = await import('./mock/mock-api')
    await startMock(others)
    return
  }
  if (first === '--mock' || (isHelp(first) && others.length === 0)) {
    const { mockHelp } = await import('./mock/read-mock-options')
    process.stdout.write(`Without a command: the product API, on API_PORT. Its mock:\n${mockHelp()}\n`)
    if (first === '--mock') return
  }
  await (args.length === 0 ? serveApi() : printCommandLine(args, file))
}

run(process.argv).catch(fail)
