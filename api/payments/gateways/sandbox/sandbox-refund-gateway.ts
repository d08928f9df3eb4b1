import { z } from 'zod'
import type { GatewayRefund, RefundAnswer, RefundGateway } from '../refund-gateway'
import type { Refunded, SandboxRefunds } from './sandbox-refunds'
import type { BankRefund } from './sandbox-refunds.repository'

/** A gateway never throws: an error of the bank's database becomes a missing answer. */
export const answering = <Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | { kind: 'unknown'; reason: string }> =>
  work().catch((error: unknown) => ({
    kind: 'unknown' as const,
    reason: error instanceof Error ? error.name : 'not an Error',
  }))

const id = z.string().min(1).max(100)
const webhook = z.object({
  type: z.literal('notification'),
  event: z.string().regex(/^refund\./),
  object: z.object({ id, payment_id: id }),
})

/** The refunds of the test bank behind the same interface as those of a real gateway. */
export const sandboxRefundGateway = (refunds: SandboxRefunds): RefundGateway => ({
  bodyOf: JSON.stringify,
  create: (body, key) => answering(async () => asAnswer(await refunds.open(body, key))),
  get: (refundId) =>
    answering(async () => {
      const refund = await refunds.find(refundId)
      return asAnswer(refund ? { kind: 'refunded', refund } : { kind: 'refused', code: 'not_found' })
    }),
  list: (query) =>
    answering(async () => {
      const page = await refunds.list(query)
      return { kind: 'page', items: page.refunds.map(asGatewayRefund), next: page.next }
    }),
  readWebhook(body) {
    const read = webhook.safeParse(body)
    if (!read.success) return null
    const { object } = read.data
    return { gatewayRefundId: object.id, gatewayPaymentId: object.payment_id }
  },
})

const asAnswer = (refunded: Refunded): RefundAnswer =>
  refunded.kind === 'refused' ? refunded : { kind: 'refund', refund: asGatewayRefund(refunded.refund) }

const asGatewayRefund = (refund: BankRefund): GatewayRefund => ({
  id: refund.id,
  gatewayPaymentId: refund.payment_id,
  status: refund.status,
  amount: refund.amount,
  currency: 'RUB',
  createdAt: refund.created_at,
  gatewayCode: null,
})
