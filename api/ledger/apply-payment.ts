import type { Queries } from 'api/db/database'
import { appendToLedger } from './ledger.repository'
import { raisePaid } from './settlement.repository'

export interface MoneyReceived {
  account: string
  /** Whole kopecks, above zero. */
  amount: number
  paymentId: string
  /** When it was paid: a moment, ISO 8601 in UTC. */
  at: string
}

/**
 * What money does once a payment has succeeded, in the transaction that makes it succeed: it lowers the balance and
 * settles invoices. False, with nothing changed, when this payment has had its effect already.
 */
export const applyPayment = async (trx: Queries, { account, amount, paymentId, at }: MoneyReceived) => {
  if (amount <= 0) throw new RangeError('A payment is above zero')
  if (!(await appendToLedger(trx, { account, kind: 'payment', amount: -amount, at, paymentId }))) return false
  await raisePaid(trx, { account, amount })
  return true
}
