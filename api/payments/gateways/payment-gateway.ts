import type { DeclineReason } from 'contract/decline-reasons'
import { payee } from 'contract/invoices'
import { type Kopecks, kopecks } from 'contract/money'
import type { MethodKind, PaymentKind } from 'contract/payments'
import { z } from 'zod'

/** Selects what was created from one moment (included) to another (excluded), a page at a time. */
export interface GatewayListQuery {
  /** Moments. */
  from: string
  to: string
  /** The `next` of the page before; `null` for the first page. */
  cursor: string | null
}

/** A page of the gateway's list, in the gateway's order. */
export type GatewayPage<Item> =
  /** `next`: the cursor of the next page; null on the last one. */
  | { kind: 'page'; items: Item[]; next: string | null }
  | { kind: 'refused' | 'turned-away'; code: string }
  /** No answer, or one that cannot be read whole: nothing may be concluded from what is missing. */
  | { kind: 'unknown'; reason: string }

/** The parts of a charge for several accounts. */
export const paymentParts = z.array(z.object({ account: z.string(), amount: kopecks })).readonly()

/** The request for a payment. */
const paymentRequest = z.object({
  /** Our id of the payment; the gateway stores it with the payment. */
  paymentId: z.string(),
  account: z.string(),
  amount: kopecks,
  /** Where the fiscal receipt goes; empty once its payer has been erased. */
  email: z.string(),
  /** The billing period that is paid, '2026-10'; empty for several periods, or none. */
  period: z.string(),
  payee,
  /** Where the gateway sends the payer back to; `null` without a payer. */
  returnTo: z.object({ success: z.string(), failed: z.string() }).nullable(),
  /** Whether the payer wants to save the card. */
  saveMethod: z.boolean(),
  /** What the payer has chosen to pay with; absent: a card, or another method of the gateway's page. */
  kind: z.literal('sbp').optional(),
  /** The parts of `amount` for several accounts, in the order of the request; absent for one account. */
  parts: paymentParts.optional(),
  /** The gateway's id of a saved method, charged without the payer; `null` for the gateway's page. */
  savedMethod: z.string().nullable(),
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** Parses `payment_intents.request`. Throws for invalid JSON. */
export const readPaymentRequest = (json: string): PaymentRequest => paymentRequest.parse(JSON.parse(json))

export interface SavedMethodOfGateway {
  id: string
  kind: MethodKind
  title: string
  /** A day, the last on which it can be charged. */
  expiresAt: string | null
}

/** A payment at the gateway. `succeeded` and `canceled` are final. */
export interface GatewayPayment {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: Kopecks
  currency: string
  /** Our id and account in the gateway's metadata; `null` if missing. */
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
  /** The saved method, if the gateway has saved it. */
  saved: SavedMethodOfGateway | null
  /** Why it was canceled, from the gateway's code; `null` without a code. */
  declineReason: DeclineReason | null
  /** The gateway's own code, for the operator's records alone: it is never shown to a customer. */
  gatewayCode: string | null
  receipt: { status: 'pending' | 'done' | 'failed'; url: string | null } | null
}

/** The code of a refusal for a saved method that belongs to another shop. */
export const unknownMethod = 'unknown_payment_method'

/** The result of a gateway call. The calls never throw: each failure is one of these. */
export type GatewayAnswer =
  | { kind: 'payment'; payment: GatewayPayment }
  /**
   * Processed and not accepted. After a first attempt: nothing has happened under this key. After a repeat it proves
   * nothing, as the first attempt may have been accepted. After a poll: the gateway does not know the payment.
   */
  | { kind: 'refused'; code: string }
  /** Not processed (credentials, too many requests): it proves nothing about an earlier attempt. */
  | { kind: 'turned-away'; code: string }
  /** No answer, or an unreadable one: the payment may or may not exist. */
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
  /** The account at the gateway that gets the money. Payments, saved methods and refunds stay with their shop for good. */
  shop: string
  /** The body of the request that creates a payment. It is stored with the first attempt and repeated byte for byte. */
  creationBody(request: PaymentRequest): string
  /**
   * Creates a payment. The same key with the same body is the same payment, for as long as `remembersKeysMs`.
   * With a saved method the money may have moved when the call returns; without one it never has.
   */
  create(body: string, key: string): Promise<GatewayAnswer>
  /** Reads a payment. */
  get(gatewayPaymentId: string): Promise<GatewayAnswer>
  /**
   * Cancels an unpaid payment and returns its state, which is `succeeded` if the payer was faster. Absent if the gateway
   * can't cancel: then the payment stays until it expires.
   */
  cancel?: ((gatewayPaymentId: string) => Promise<GatewayAnswer>) | undefined
  /** Lists the shop's payments, also those of other systems. */
  listPayments(query: GatewayListQuery): Promise<GatewayPage<GatewayPayment>>
  remembersKeysMs: number
  /** The most characters of an account number; `null` for any length. */
  longestAccount: number | null
  /** How many accounts one charge may pay for; 1: it takes no baskets. */
  accountsAtOnce: number
  /** The kinds that a payer may choose; the first is the default. */
  paymentKinds: readonly PaymentKind[]
  /** Who gets the money: the payee that the request names, or the owner of the shop. */
  paysTo: 'named payee' | ShopOwner
  /** `null` if it is not a webhook of this gateway. */
  readWebhook(body: unknown): GatewayWebhook | null
  /**
   * Erases the payers' e-mails from the gateway's own tables here, by our ids of the payments. Absent if it has none.
   */
  forgetPayers?: ((paymentIds: readonly string[]) => Promise<void>) | undefined
  refunds: RefundGateway
  /** Whether webhooks may come from this address; `null` for an unknown address. */
  mayWebhookComeFrom(address: string | null): boolean
}

/** The request for a refund. */
export interface RefundRequest {
  gatewayPaymentId: string
  amount: Kopecks
  /** For the receipt of a partial refund; `null` for a whole one, whose receipt the gateway makes by itself. */
  receipt: { email: string; account: string } | null
}

/** A refund at the gateway. `succeeded` and `canceled` are final. */
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

/** The result of a call about a refund, as `GatewayAnswer`. The calls never throw. */
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
  /** `null` if it is not a webhook about a refund. */
  readWebhook(body: unknown): RefundWebhook | null
}
