import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Log } from 'api/log'
import { CannotSettle, type Found, settleByHand } from 'api/payments'
import { type WiringOptions, wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import { openSite } from '../site'
import { UsageError } from './usage-error'

const usage = 'settle-payment: takes a payment, then `canceled` or the id that the gateway has given it'

/**
 * Settles a payment that is not final by what the operator saw in the gateway's office. A server may be running;
 * letters wait for it. Returns a line to print; throws a UsageError for invalid options, a ConfigError for a payment
 * that can't be settled.
 */
export const settlePaymentCommand = async (
  config: ApiConfig,
  options: string[],
  log: Log,
  { clock = () => new Date(), ...around }: Partial<Pick<WiringOptions, 'clock' | 'aroundGateway'>> = {},
): Promise<string> => {
  const [payment, word, ...rest] = options
  if (!payment || !word || rest.length > 0 || word.startsWith('-')) throw new UsageError(usage)
  const found: Found = word === 'canceled' ? { charge: 'none' } : { charge: 'there', gatewayPaymentId: word }
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const site = openSite(config, { db: database.db, clock })
    const { payments } = wirePayments({ config: site, database, log, clock, wakeJobs() {}, ...around })
    const { gateways, hooks } = payments
    const state = await settleByHand(
      { config: site, database, gateways, hooks, now: clock() },
      payment,
      found,
    )
    return `Payment ${payment}: ${state}`
  } catch (error) {
    if (error instanceof CannotSettle) throw new ConfigError(`Payment ${payment}: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
}
