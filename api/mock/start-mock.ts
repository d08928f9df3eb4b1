import { serve } from '@hono/node-server'
import { complaintOf, exitCodeOf } from 'api/commands/command-line'
import { createLog } from 'monitoring/create-log'
import { listenError } from 'monitoring/listen-error'
import { printStartNotice } from 'monitoring/start-notice'
import { openMockApi } from './mock-api'
import { readMockOptions } from './read-mock-options'

/** Serves the mock until it is told to stop. Throws a ConfigError for what was typed or set wrong. */
export const startMock = async (args: readonly string[]) => {
  const options = readMockOptions(args)
  // Requests would hide the lines that say how to use it.
  const log = createLog(process.env.LOG_LEVEL ?? 'warn')
  const mock = await openMockApi(options, process.env, log)
  const { config, login, letters } = mock
  const server = serve(
    { fetch: (request, bindings) => mock.fetch(request, bindings), hostname: config.host, port: config.port },
    ({ port }) => {
      const address = config.port === 0 ? `http://localhost:${port}` : config.apiPublicUrl
      printStartNotice({ address: `The mock product API is at ${address}`, login, letters })
      console.log(`Another scenario: curl -X PUT ${address}/mock/scenario/NAME`)
    },
  )
  const end = (error?: unknown) => {
    if (error !== undefined) console.error(complaintOf(error))
    server.close(
      () => void mock.close().then(() => process.exit(error === undefined ? 0 : exitCodeOf(error))),
    )
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  server.on('error', (error: NodeJS.ErrnoException) =>
    end(listenError(error, { ...config, portSetting: 'API_PORT' })),
  )
  process.once('SIGTERM', () => end()).once('SIGINT', () => end())
}
