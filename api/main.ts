import { serve } from '@hono/node-server'
import { ConfigError } from 'contract/settings'
import { pino } from 'pino'
import { chargeAutopaymentsCommand } from './commands/charge-autopayments'
import { destructionLogCommand } from './commands/destruction-log'
import { issueAccessCodesCommand } from './commands/issue-access-codes'
import { issueInvoicesCommand } from './commands/issue-invoices'
import { lettersCommand } from './commands/letters'
import { reconcileCommand } from './commands/reconcile'
import { refundCommand } from './commands/refund'
import { settlePaymentCommand } from './commands/settle-payment'
import { turnSecondStepOffCommand } from './commands/turn-second-step-off'
import { type ApiConfig, readApiConfig, readStandaloneApiConfig } from './config'
import { runApi } from './run-api'

const shutdownDeadlineMs = 10_000

const logOf = ({ logLevel }: ApiConfig) =>
  pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })

const start = async () => {
  const config = readStandaloneApiConfig(process.env)
  const log = logOf(config)
  const api = await runApi(config, log, { logRequests: true })
  const server = serve({ fetch: api.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    console.log(
      `The product API is at ${config.port === 0 ? `http://localhost:${port}` : config.apiPublicUrl}`,
    )
    if (api.demoLogin)
      console.log(`Demo customer: ${api.demoLogin.email}, password: ${api.demoLogin.password}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'EADDRINUSE' ? new ConfigError(`API_PORT: ${config.port} is in use already`) : error),
  )

  const stop = () => {
    process.off('SIGTERM', stop).off('SIGINT', stop)
    log.info({}, 'shutting down')
    setTimeout(() => process.exit(1), shutdownDeadlineMs).unref()
    server.close(() => void api.close().then(() => process.exit(0), fail))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
}

const fail = (error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

const run = async ([command, ...options]: string[]) => {
  if (command === undefined) return start()
  const config = readApiConfig(process.env)
  switch (command) {
    case 'issue-invoices':
      return console.log(await issueInvoicesCommand(config, options))
    case 'issue-access-codes':
      return process.stdout.write(await issueAccessCodesCommand(config, options))
    case 'charge-autopayments':
      return console.log(await chargeAutopaymentsCommand(config, options, logOf(config)))
    case 'settle-payment':
      return console.log(await settlePaymentCommand(config, options, logOf(config)))
    case 'refund':
      return console.log(await refundCommand(config, options, logOf(config)))
    case 'reconcile':
      return console.log(await reconcileCommand(config, options, logOf(config)))
    case 'turn-second-step-off':
      return console.log(await turnSecondStepOffCommand(config, options))
    case 'destruction-log':
      return console.log(await destructionLogCommand(config, options))
    case 'letters':
      return console.log(await lettersCommand(config, options))
    default:
      throw new ConfigError(
        `${command}: no such command, there are issue-invoices, issue-access-codes, charge-autopayments, settle-payment, refund, reconcile, turn-second-step-off, destruction-log and letters`,
      )
  }
}

run(process.argv.slice(2)).catch(fail)
