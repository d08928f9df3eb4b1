import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Log } from 'api/log'
import { CannotRefund } from 'api/payments'
import { type WiringOptions, wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import { formatRubles, parseRubles } from 'format/money'
import { openSite } from '../site'
import { UsageError } from './usage-error'

const usage =
  'refund: takes the number of a payment, then a sum in rubles unless all of it is to be given back'

/**
 * Requests a refund from the gateway, in whole or in part. A server may be running; letters wait for it. Returns a line
 * to print; throws a UsageError for invalid options, a ConfigError for a refund that is not possible.
 */
export const refundCommand = async (
  config: ApiConfig,
  options: string[],
  log: Log,
  { clock = () => new Date(), ...around }: Partial<Pick<WiringOptions, 'clock' | 'aroundGateway'>> = {},
): Promise<string> => {
  const [payment, sum, ...rest] = options
  if (!payment || payment.startsWith('-') || rest.length > 0) throw new UsageError(usage)
  const amount = sum === undefined ? null : kopecksOf(sum)
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const site = openSite(config, { db: database.db, clock })
    const { refunds } = wirePayments({ config: site, database, log, clock, wakeJobs() {}, ...around })
    const refund = await refunds.request({ paymentId: payment, amount })
    const given = formatRubles(refund.amount)
    return refund.state === 'given back'
      ? `Payment ${payment}: ${given} given back, ${formatRubles(refund.refundedInAll)} of ${formatRubles(refund.paid)} in all`
      : `Payment ${payment}: the gateway has not finished the refund of ${given}. A server that runs finds out what becomes of it: do not ask for it again`
  } catch (error) {
    if (error instanceof CannotRefund) throw new ConfigError(`Payment ${payment}: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
}

const kopecksOf = (typed: string): number => {
  const read = parseRubles(typed)
  if (read.ok && read.kopecks > 0) return read.kopecks
  throw new UsageError(`refund: ${typed} is not a sum in rubles above zero, such as 500 or 500,00`)
}
