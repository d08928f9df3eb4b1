import type { Kopecks } from 'contract/money'
import type { GatewayListQuery, GatewayPage } from './gateway-page'

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
export interface RefundWebhook {
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
