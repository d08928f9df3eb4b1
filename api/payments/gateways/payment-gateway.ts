import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
import type { MethodKind, PaymentKind } from 'contract/payments'
import type { GatewayListQuery, GatewayPage } from './gateway-page'
import type { PaymentRequest } from './payment-request'
import type { RefundGateway } from './refund-gateway'

export interface SavedMethodOfGateway {
  id: string
  kind: MethodKind
  title: string
  /** A day, the last on which it can be charged. */
  expiresAt: string | null
}

/** A payment as the gateway knows it. `succeeded` and `canceled` are for ever. */
export interface GatewayPayment {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: Kopecks
  currency: string
  /** What was asked for, as the gateway has kept it; null where it has not. */
  paymentId: string | null
  account: string | null
  /** Whether it is one charge for several accounts; `account` is one of them. */
  isForSeveral: boolean
  /** A moment; null where the gateway does not say. */
  createdAt: string | null
  /** The gateway's page, for the payer. */
  confirmationUrl: string | null
  /** Of a pending payment through SBP: the text of the QR code that bank apps scan; `confirmationUrl` opens the app. */
  qr?: { text: string; expiresAt: string } | null
  /** A moment. */
  paidAt: string | null
  method: { kind: MethodKind; title: string } | null
  /** The method that was kept, if it was. */
  saved: SavedMethodOfGateway | null
  /** Why it was canceled: the gateway's own code, mapped; null where it gives none. */
  declineReason: DeclineReason | null
  /** The gateway's own code, for the operator's records alone: it is never shown to a customer. */
  gatewayCode: string | null
  receipt: { status: 'pending' | 'done' | 'failed'; url: string | null } | null
}

/** The code of a refusal because the shop has no such saved method: it was saved by another one. */
export const unknownMethod = 'unknown_payment_method'

/** What a call of a gateway results in. The calls never throw: each failure is one of these. */
export type GatewayAnswer =
  | { kind: 'payment'; payment: GatewayPayment }
  /**
   * Looked at and not accepted. After a first attempt: nothing has happened under this key. After a repeat it proves
   * nothing, as the first attempt may have been accepted. After a poll: the gateway does not know the payment.
   */
  | { kind: 'refused'; code: string }
  /** Not looked at (credentials, too many requests): it proves nothing about an earlier attempt. */
  | { kind: 'turned-away'; code: string }
  /** No answer, or none that can be read: it may or may not have happened. */
  | { kind: 'unknown'; reason: string }

/** What a webhook claims. None of it is trusted: it only says which payment to poll. */
export interface GatewayWebhook {
  event: string
  gatewayPaymentId: string
  /** Our own id of the payment, if the webhook has one. */
  paymentId: string | null
}

export interface ShopOwner {
  /** The INN of the organisation; null: the only payee of the register. */
  inn: string | null
}

/** The calls of a payment service. None of them may be awaited inside a transaction. */
export interface PaymentGateway {
  /** As in its GatewayModule. */
  name: string
  /** The account at it that takes the money: a payment, a saved method and a refund belong to one for good. */
  shop: string
  /** The body of the request that creates a payment. It is stored with the first attempt and repeated byte for byte. */
  creationBody(request: PaymentRequest): string
  /**
   * Asks for a payment. The same key with the same body is the same payment, for as long as `remembersKeysMs`.
   * With a saved method the money may have moved when it answers; without one never.
   */
  create(body: string, key: string): Promise<GatewayAnswer>
  /** How a payment stands. It changes nothing. */
  get(gatewayPaymentId: string): Promise<GatewayAnswer>
  /**
   * Cancels a payment that nobody has paid yet, and returns its state then, which is paid if the payer was faster. Absent
   * where the gateway can't: then the payment stays until it expires.
   */
  cancel?: ((gatewayPaymentId: string) => Promise<GatewayAnswer>) | undefined
  /** What the gateway has: payments of other systems of the same shop may be among them. */
  listPayments(query: GatewayListQuery): Promise<GatewayPage<GatewayPayment>>
  remembersKeysMs: number
  /** Characters: what is longer can't be paid through it. Null: any number will do. */
  longestAccount: number | null
  /** How many accounts one charge may pay for; 1: it takes no baskets. */
  accountsAtOnce: number
  /** What a payer may choose to pay with; the first one where they don't. */
  paymentKinds: readonly PaymentKind[]
  /** Who gets the money: the payee that the request names, or the owner of the shop. */
  paysTo: 'named payee' | ShopOwner
  /** Null for what is no webhook of this gateway. */
  readWebhook(body: unknown): GatewayWebhook | null
  /**
   * Erases the payers' e-mails from records that this installation keeps for the gateway, by our ids of the payments.
   * Absent where it keeps none: what the gateway itself keeps is its own affair.
   */
  forgetPayers?: ((paymentIds: readonly string[]) => Promise<void>) | undefined
  refunds: RefundGateway
  /** Whether webhooks may come from this address, as far as it is known. */
  mayWebhookComeFrom(address: string | null): boolean
}
