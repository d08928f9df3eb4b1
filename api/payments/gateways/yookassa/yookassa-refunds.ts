import { z } from 'zod'
import type { GatewayPage, GatewayRefund, RefundAnswer, RefundGateway } from '../payment-gateway'
import { refundPurpose } from './yookassa.words'
import { amountValue, yookassaAmount } from './yookassa-amount'
import { listParameters, type YookassaCall, type YookassaReply } from './yookassa-call'
import { longestDescription, receiptOf } from './yookassa-request'

const refund = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: yookassaAmount,
  created_at: z.iso.datetime({ offset: true }).nullish(),
  cancellation_details: z.object({ reason: z.string() }).nullish(),
})

const refundPage = z.object({ items: z.array(refund), next_cursor: z.string().nullish() })

const gatewayId = z.string().regex(/^[\w-]{1,100}$/)

const webhook = z.object({
  type: z.literal('notification'),
  event: z.string().regex(/^refund\./),
  object: z.object({ id: gatewayId, payment_id: gatewayId }),
})

/** Refunds by YooKassa's API v3. */
export const yookassaRefunds = ({
  call,
  vatCode,
  timeouts,
}: {
  call: YookassaCall
  vatCode: number
  timeouts: { createMs: number; getMs: number }
}): RefundGateway => {
  const get = (path: string) => call(path, { method: 'GET', timeout: timeouts.getMs })
  return {
    bodyOf: ({ gatewayPaymentId, amount, receipt }) =>
      JSON.stringify({
        payment_id: gatewayPaymentId,
        amount: { value: amountValue(amount), currency: 'RUB' },
        ...(receipt
          ? {
              receipt: receiptOf(
                {
                  email: receipt.email,
                  items: [{ amount, description: refundPurpose(receipt.account, longestDescription) }],
                },
                vatCode,
              ),
            }
          : {}),
      }),
    create: async (body, key) =>
      answerOf(
        await call('/refunds', {
          method: 'POST',
          headers: { 'idempotence-key': key },
          body,
          timeout: timeouts.createMs,
        }),
      ),
    get: async (id) => answerOf(await get(`/refunds/${encodeURIComponent(id)}`)),
    list: async (query) => pageOf(await get(`/refunds?${listParameters(query)}`)),
    readWebhook(body) {
      const parsed = webhook.safeParse(body)
      if (!parsed.success) return null
      const { id, payment_id } = parsed.data.object
      return { gatewayRefundId: id, gatewayPaymentId: payment_id }
    },
  }
}

const asGatewayRefund = (parsed: z.output<typeof refund>): GatewayRefund => ({
  id: parsed.id,
  gatewayPaymentId: parsed.payment_id,
  status: parsed.status,
  amount: parsed.amount.value,
  currency: parsed.amount.currency,
  createdAt: parsed.created_at ?? null,
  gatewayCode: parsed.cancellation_details?.reason ?? null,
})

const anotherShape = { kind: 'unknown', reason: 'an answer of another shape' } as const

const answerOf = (reply: YookassaReply): RefundAnswer => {
  if (reply.kind !== 'ok') return reply
  const parsed = refund.safeParse(reply.body)
  return parsed.success ? { kind: 'refund', refund: asGatewayRefund(parsed.data) } : anotherShape
}

const pageOf = (reply: YookassaReply): GatewayPage<GatewayRefund> => {
  if (reply.kind !== 'ok') return reply
  const page = refundPage.safeParse(reply.body)
  if (!page.success) return anotherShape
  return { kind: 'page', items: page.data.items.map(asGatewayRefund), next: page.data.next_cursor ?? null }
}
