import type { Queries } from 'api/db/database'
import type { Kopecks } from 'contract/money'
import { appendToLedger } from './ledger.repository'
import { lowerPaid } from './settlement.repository'

export interface MoneyGivenBack {
  account: string
  /** Above zero. */
  amount: Kopecks
  /** The id in `refunds`. */
  refundId: string
  /** When it was refunded: ISO 8601 in UTC. */
  at: string
}

/**
 * Applies a refund: restores the debt in the balance and in the invoices, in the transaction that records the refund.
 * Returns false and changes nothing when this refund was applied already.
 */
export const applyRefund = async (trx: Queries, { account, amount, refundId, at }: MoneyGivenBack) => {
  if (amount <= 0) throw new RangeError('A refund is above zero')
  if (!(await appendToLedger(trx, { account, kind: 'refund', amount, at, refundId }))) return false
  await lowerPaid(trx, { account, amount })
  return true
}
