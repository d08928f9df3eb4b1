import { CannotSettle, type Found, settleByHand } from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import type { DatabaseWork } from './command'

/**
 * Settles a payment that is not final by what the operator saw in the gateway's office. Letters wait for a server.
 * Throws a ConfigError for a payment that can't be settled.
 */
export const settlePaymentCommand = async (work: DatabaseWork): Promise<string> => {
  const { database, clock, given } = work
  const [payment = '', word = ''] = given.words
  const found: Found = word === 'canceled' ? { charge: 'none' } : { charge: 'there', gatewayPaymentId: word }
  const site = work.site()
  try {
    const { payments } = wirePayments({ ...work, config: site, wakeJobs() {} })
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
  }
}
