import type { Queries } from 'api/db/database'
import { type Kopecks, toKopecks } from 'contract/money'
import { appendToLedger, isInOpening, lockLedgerOf } from './ledger.repository'
import { lowerPaid, raisePaid } from './settlement.repository'

interface MoneyReceived {
  account: string
  /** Above zero. */
  amount: Kopecks
  paymentId: string
  /** When it was paid: ISO 8601 in UTC. */
  at: string
}

/**
 * Applies a succeeded payment: lowers the balance and settles invoices, in the transaction that records the success.
 * Returns false and changes nothing when this payment was applied already, or an imported opening balance includes it: the
 * company may know of a success before the portal does.
 */
export const applyPayment = async (trx: Queries, { account, amount, paymentId, at }: MoneyReceived) => {
  if (amount <= 0) throw new RangeError('A payment is above zero')
  await lockLedgerOf(trx, account)
  if (await isInOpening(trx, { account, paymentId, at })) return false
  if (!(await appendToLedger(trx, { account, kind: 'payment', amount: toKopecks(-amount), at, paymentId })))
    return false
  await raisePaid(trx, { account, amount })
  return true
}

interface MoneyGivenBack {
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
