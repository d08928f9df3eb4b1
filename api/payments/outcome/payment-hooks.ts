import type { Queries } from 'api/db/database'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
import type { MethodKind } from 'contract/payments'
import type { PaymentGateway } from '../gateways/payment-gateway'
import type { Payable } from '../store/unpayable.repository'

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
  /** What it was paid with; null: not known, or not paid. */
  methodKind: MethodKind | null
}

/** A charge of an autopayment that was never sent to the gateway, or that the gateway has not looked at. */
export interface UnsentCharge {
  id: string
  account: string
  amount: Kopecks
  gateway: Payable & Pick<PaymentGateway, 'remembersKeysMs'>
}

/** What other domains do in the transaction that changes a payment or a card. A hook may only query through `trx`. */
export interface PaymentHooks {
  paymentSettled(trx: Queries, payment: SettledPayment): Promise<void>
  /**
   * Whether the charge may be sent in this transaction. The payment is locked; one that may not be sent is canceled as
   * `withdrawn`.
   */
  maySend(trx: Queries, charge: UnsentCharge): Promise<boolean>
  /** A customer has withdrawn a saved method: nothing may be charged to it from now on. */
  methodUnlinked(trx: Queries, unlinked: { userId: string; methodId: string; at: string }): Promise<void>
}
