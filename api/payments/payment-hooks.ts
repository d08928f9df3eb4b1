import type { Queries } from 'api/db/database'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'

/** A payment that has just become final. */
export interface SettledPayment {
  id: string
  account: string
  userId: string | null
  source: 'guest' | 'personal' | 'autopayment'
  amount: Kopecks
  status: 'succeeded' | 'canceled'
  /** Whether it had been told of as canceled before it has succeeded. */
  late: boolean
  /** When it was paid, or was known to be canceled: a moment. */
  at: string
  /** Null for one that succeeded. */
  declineReason: DeclineReason | null
  /** The saved method that was charged, or that this payment has saved. */
  methodId: string | null
}

/** What other domains do in the transaction that changes a payment or a card. A hook may only query through `trx`. */
export interface PaymentHooks {
  paymentSettled(trx: Queries, payment: SettledPayment): Promise<void>
  /**
   * Whether the charge of an autopayment, which the gateway has not taken, may be sent to it in this transaction. The
   * payment is locked; one that may not be sent is canceled as `withdrawn`.
   */
  maySend(trx: Queries, payment: { id: string; amount: Kopecks }): Promise<boolean>
  /** A customer has withdrawn a saved method: nothing may be charged to it from now on. */
  methodUnlinked(trx: Queries, unlinked: { userId: string; methodId: string; at: string }): Promise<void>
}
