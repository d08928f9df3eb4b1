import type { Payee } from 'contract/invoices'

/** One payment as the gateway is asked for it. It is stored, and repeated to the letter. */
export interface PaymentRequest {
  /** Our own id of it, which the gateway keeps with the payment. */
  paymentId: string
  account: string
  /** Whole kopecks. */
  amount: number
  /** Where the fiscal receipt goes. */
  email: string
  /** The billing period that the payment is for, '2026-10'. */
  period: string
  payee: Payee
  /** Where the gateway sends the payer back to; null where nobody is there to be sent. */
  returnTo: { success: string; failed: string } | null
  /** Whether the payer wants the card kept for later payments. */
  saveMethod: boolean
  /** The gateway's own id of a saved method, which is charged without the payer; null: the payer is asked. */
  savedMethod: string | null
}

export interface SavedMethodOfGateway {
  id: string
  kind: MethodKind
  title: string
  /** A day, the last on which it can be charged. */
  expiresAt: string | null
}

export type MethodKind = 'card' | 'sbp' | 'sberpay' | 'other'

/** A payment as the gateway knows it. `succeeded` and `canceled` are for ever. */
export interface GatewayPayment {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  /** Whole kopecks. */
  amount: number
  currency: string
  /** What was asked for, as the gateway has kept it; null where it has not. */
  paymentId: string | null
  account: string | null
  /** The gateway's page, for the payer. */
  confirmationUrl: string | null
  /** A moment. */
  paidAt: string | null
  method: { kind: MethodKind; title: string } | null
  /** The method that was kept, if it was. */
  saved: SavedMethodOfGateway | null
  /** The gateway's own code; others than are known may come. */
  cancelReason: string | null
  receipt: { status: 'pending' | 'done' | 'failed'; url: string | null } | null
}

/** What a gateway says. It never throws: whatever goes wrong is one of these. */
export type GatewayAnswer =
  | { kind: 'payment'; payment: GatewayPayment }
  /** Looked at and not taken: nothing has happened under this key, and nothing will. */
  | { kind: 'refused'; code: string }
  /** Not even looked at (credentials, too many requests): it says nothing of an earlier attempt. */
  | { kind: 'turned-away'; code: string }
  /** No answer, or none that can be read: it may or may not have happened. */
  | { kind: 'unknown'; reason: string }

/** What a notice claims. Nothing of it is believed: it only says which payment to ask about. */
export interface GatewayNotice {
  event: string
  gatewayPaymentId: string
  /** Our own id of the payment, if the notice has one. */
  paymentId: string | null
}

/** The one way to a bank. Nothing of it is ever awaited inside a transaction. */
export interface PaymentGateway {
  name: 'sandbox' | 'yookassa'
  /**
   * Asks for a payment. The same key with the same request is the same payment, for as long as `remembersKeysMs`.
   * With a saved method the money may have moved when it answers; without one never.
   */
  create(request: PaymentRequest, key: string): Promise<GatewayAnswer>
  /** How a payment stands. It changes nothing. */
  get(gatewayPaymentId: string): Promise<GatewayAnswer>
  remembersKeysMs: number
  /** Null for what is no notice of this gateway. */
  readNotice(body: unknown): GatewayNotice | null
  /** Whether notices may come from this address, as far as it is known. */
  mayNoticeComeFrom(address: string | null): boolean
}
