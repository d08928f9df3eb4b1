import type { Queries } from 'api/db/database'
import { appendToLedger } from './ledger.repository'
import { lowerPaid } from './settlement.repository'

export interface MoneyGivenBack {
  account: string
  /** Whole kopecks, above zero. */
  amount: number
  /** Of `refunds`. */
  refundId: string
  /** When it was given back: a moment, ISO 8601 in UTC. */
  at: string
}

/**
 * What money that was given back does, in the transaction that records the refund: the debt stands again by as much, in
 * the balance and in the invoices. False, with nothing changed, when this refund has had its effect already.
 */
export const applyRefund = async (trx: Queries, { account, amount, refundId, at }: MoneyGivenBack) => {
  if (amount <= 0) throw new RangeError('A refund is above zero')
  if (!(await appendToLedger(trx, { account, kind: 'refund', amount, at, refundId }))) return false
  await lowerPaid(trx, { account, amount })
  return true
}
