import type { DeclineReason } from 'contract/decline-reasons'
import { payee } from 'contract/invoices'
import { type Kopecks, kopecks } from 'contract/money'
import type { MethodKind, PaymentKind } from 'contract/payments'
import { z } from 'zod'

/** What to list: all that was created from one moment (included) to another (excluded), a page at a time. */
export interface GatewayListQuery {
  /** Moments. */
  from: string
  to: string
  /** Of the page before, where its `next` was not null; null: the first page. */
  cursor: string | null
}

/** A page of the gateway's list, in the gateway's order. It never throws. */
export type GatewayPage<Item> =
  /** `next`: the cursor of the next page; null on the last one. */
  | { kind: 'page'; items: Item[]; next: string | null }
  | { kind: 'refused' | 'turned-away'; code: string }
  /** No answer, or one that cannot be read whole: nothing may be concluded from what is missing. */
  | { kind: 'unknown'; reason: string }

/** What a charge for several accounts is made of. */
export const paymentParts = z.array(z.object({ account: z.string(), amount: kopecks })).readonly()

/** One payment as the gateway is asked for it. */
const paymentRequest = z.object({
  /** Our own id of it, which the gateway keeps with the payment. */
  paymentId: z.string(),
  account: z.string(),
  amount: kopecks,
  /** Where the fiscal receipt goes; empty once its payer has been erased. */
  email: z.string(),
  /** The billing period of the debt that is paid, '2026-10'; empty if it is of several periods, or of none. */
  period: z.string(),
  payee,
  /** Where the gateway sends the payer back to; null where nobody is there to be sent. */
  returnTo: z.object({ success: z.string(), failed: z.string() }).nullable(),
  /** Whether the payer wants the card kept for later payments. */
  saveMethod: z.boolean(),
  /** What the payer has chosen to pay with; absent: a card, or another method of the gateway's page. */
  kind: z.literal('sbp').optional(),
  /** Of one charge for several accounts: what `amount` is made of, in the order of the request; absent for one account. */
  parts: paymentParts.optional(),
  /** The gateway's own id of a saved method, which is charged without the payer; null: the payer is asked. */
  savedMethod: z.string().nullable(),
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** Of JSON, as in `payment_intents.request`. Throws for any other. */
export const readPaymentRequest = (json: string): PaymentRequest => paymentRequest.parse(JSON.parse(json))

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

interface ShopOwner {
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

/** One refund as the gateway is asked for it. */
export interface RefundRequest {
  gatewayPaymentId: string
  amount: Kopecks
  /** What the receipt of a partial refund says; null for the whole payment, whose receipt the gateway makes by itself. */
  receipt: { email: string; account: string } | null
}

/** A refund as the gateway knows it. `succeeded` and `canceled` are final. */
export interface GatewayRefund {
  id: string
  gatewayPaymentId: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: Kopecks
  currency: string
  /** A moment; null where the gateway does not say. */
  createdAt: string | null
  /** Why it was canceled: the gateway's own code, for the operator alone. */
  gatewayCode: string | null
}

/** What a call about a refund results in, as `GatewayAnswer`. The calls never throw. */
export type RefundAnswer =
  | { kind: 'refund'; refund: GatewayRefund }
  | { kind: 'refused' | 'turned-away'; code: string }
  | { kind: 'unknown'; reason: string }

/** What a webhook about a refund claims. None of it is trusted: it only says which refund to poll. */
interface RefundWebhook {
  gatewayRefundId: string
  gatewayPaymentId: string
}

/** The refunds of a gateway. None of the calls may be awaited inside a transaction. */
export interface RefundGateway {
  /** The text that `create` sends: stored before the first sending, repeated byte for byte. */
  bodyOf(request: RefundRequest): string
  /** The same key with the same body is the same refund, for as long as the gateway remembers keys. */
  create(body: string, key: string): Promise<RefundAnswer>
  get(gatewayRefundId: string): Promise<RefundAnswer>
  list(query: GatewayListQuery): Promise<GatewayPage<GatewayRefund>>
  /** Null for what is no webhook about a refund. */
  readWebhook(body: unknown): RefundWebhook | null
}
