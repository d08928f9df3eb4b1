import type { YookassaConfig } from 'api/config'
import { ofetch } from 'ofetch'
import { z } from 'zod'
import type { GatewayAnswer, PaymentGateway } from '../payment-gateway'
import { isYookassaAddress } from './yookassa-networks'
import { asGatewayPayment, yookassaPayment } from './yookassa-payment'
import { creationBody } from './yookassa-request'

const DAY = 24 * 60 * 60_000
/** The portal waits ten seconds for the whole of its call. */
const createTimeoutMs = 7_000
const getTimeoutMs = 4_000

const failure = z.object({ type: z.literal('error'), code: z.string().max(100) })

/** Of the notice only what to ask about. */
const notice = z.object({
  type: z.literal('notification'),
  event: z.string().max(100),
  object: z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    metadata: z.object({ payment: z.string().max(100).nullish() }).nullish(),
  }),
})

export interface YookassaOptions extends YookassaConfig {
  timeouts?: { createMs: number; getMs: number }
}

/** YooKassa's API v3, by plain HTTP. */
export const yookassaGateway = ({
  shopId,
  secretKey,
  apiUrl,
  vatCode,
  checksAddresses,
  timeouts = { createMs: createTimeoutMs, getMs: getTimeoutMs },
}: YookassaOptions): PaymentGateway => {
  const call = async (path: string, init: CallOptions): Promise<GatewayAnswer> => {
    try {
      const answer = await ofetch.raw(`${apiUrl}${path}`, {
        ...init,
        headers: {
          ...init.headers,
          authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
        },
        // A repeated creation is for the reconciler to decide, under the same key.
        retry: 0,
        redirect: 'manual',
        ignoreResponseError: true,
        responseType: 'json',
      })
      return answerOf(answer.status, answer._data)
    } catch (error) {
      return { kind: 'unknown', reason: reasonOf(error) }
    }
  }

  return {
    name: 'yookassa',
    remembersKeysMs: DAY,
    create: (request, key) =>
      call('/payments', {
        method: 'POST',
        headers: { 'idempotence-key': key },
        body: creationBody(request, { vatCode }),
        timeout: timeouts.createMs,
      }),
    get: (id) => call(`/payments/${encodeURIComponent(id)}`, { method: 'GET', timeout: timeouts.getMs }),
    readNotice(body) {
      const read = notice.safeParse(body)
      if (!read.success) return null
      const { event, object } = read.data
      return { event, gatewayPaymentId: object.id, paymentId: object.metadata?.payment ?? null }
    },
    mayNoticeComeFrom: (address) => !checksAddresses || (address !== null && isYookassaAddress(address)),
  }
}

interface CallOptions {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Record<string, unknown>
  timeout: number
}

/** What an answer proves. Only what the gateway itself says in its own form is believed to be its judgement. */
const answerOf = (status: number, body: unknown): GatewayAnswer => {
  if (status === 200) {
    const payment = yookassaPayment.safeParse(body)
    if (payment.success) return { kind: 'payment', payment: asGatewayPayment(payment.data) }
    return { kind: 'unknown', reason: 'an answer of another shape' }
  }
  const said = failure.safeParse(body)
  if (!said.success || status < 400 || status >= 500) return { kind: 'unknown', reason: `status ${status}` }
  return { kind: status === 400 || status === 404 ? 'refused' : 'turned-away', code: said.data.code }
}

/** The kind of failure alone: its message may have the address with everything in it. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'not an Error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name
}
