import type { YookassaConfig } from 'api/config'
import { ofetch } from 'ofetch'
import { z } from 'zod'
import type {
  GatewayAnswer,
  GatewayListQuery,
  GatewayPage,
  GatewayPayment,
  PaymentGateway,
} from '../payment-gateway'
import { isYookassaAddress } from './yookassa-networks'
import { asGatewayPayment, yookassaPayment, yookassaPayments } from './yookassa-payment'
import { creationBody, longestOrderAccount } from './yookassa-request'

const DAY = 24 * 60 * 60_000
/** The portal waits ten seconds for the whole of its call. */
const createTimeoutMs = 7_000
const getTimeoutMs = 4_000

const failure = z.object({ type: z.literal('error'), code: z.string().max(100) })

/** Of the webhook only what to ask about. */
const webhook = z.object({
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
  paymentOrder,
  checksAddresses,
  timeouts = { createMs: createTimeoutMs, getMs: getTimeoutMs },
}: YookassaOptions): PaymentGateway => {
  const call = async (path: string, init: CallOptions): Promise<Reply> => {
    try {
      const answer = await ofetch.raw(`${apiUrl}${path}`, {
        ...init,
        headers: {
          ...init.headers,
          authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
        },
        // A repeated creation is for the poller to decide, under the same key.
        retry: 0,
        redirect: 'manual',
        ignoreResponseError: true,
        responseType: 'json',
      })
      return answer.status === 200
        ? { kind: 'ok', body: answer._data }
        : failureOf(answer.status, answer._data)
    } catch (error) {
      return { kind: 'unknown', reason: reasonOf(error) }
    }
  }

  const get = (path: string) => call(path, { method: 'GET', timeout: timeouts.getMs })

  return {
    name: 'yookassa',
    remembersKeysMs: DAY,
    longestAccount: paymentOrder === 'utilities' ? longestOrderAccount : null,
    creationBody: (request) => JSON.stringify(creationBody(request, { vatCode, paymentOrder })),
    create: async (body, key) =>
      answerOf(
        await call('/payments', {
          method: 'POST',
          headers: { 'idempotence-key': key, 'content-type': 'application/json' },
          body,
          timeout: timeouts.createMs,
        }),
      ),
    get: async (id) => answerOf(await get(`/payments/${encodeURIComponent(id)}`)),
    listPayments: async (query) => pageOf(await get(`/payments?${listParameters(query)}`)),
    readWebhook(body) {
      const read = webhook.safeParse(body)
      if (!read.success) return null
      const { event, object } = read.data
      return { event, gatewayPaymentId: object.id, paymentId: object.metadata?.payment ?? null }
    },
    mayWebhookComeFrom: (address) => !checksAddresses || (address !== null && isYookassaAddress(address)),
  }
}

interface CallOptions {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeout: number
}

/** What came back, before it is known to be a payment or a page of them. */
type Reply =
  | { kind: 'ok'; body: unknown }
  | { kind: 'refused' | 'turned-away'; code: string }
  | { kind: 'unknown'; reason: string }

/** What a failure proves. Only what the gateway itself says in its own form is believed to be its judgement. */
const failureOf = (status: number, body: unknown): Reply => {
  const said = failure.safeParse(body)
  if (!said.success || status < 400 || status >= 500) return { kind: 'unknown', reason: `status ${status}` }
  return { kind: status === 400 || status === 404 ? 'refused' : 'turned-away', code: said.data.code }
}

const anotherShape = { kind: 'unknown', reason: 'an answer of another shape' } as const

const answerOf = (reply: Reply): GatewayAnswer => {
  if (reply.kind !== 'ok') return reply
  const payment = yookassaPayment.safeParse(reply.body)
  return payment.success ? { kind: 'payment', payment: asGatewayPayment(payment.data) } : anotherShape
}

/** A page with one item that cannot be read is none: that item might be the very payment that is looked for. */
const pageOf = (reply: Reply): GatewayPage<GatewayPayment> => {
  if (reply.kind !== 'ok') return reply
  const page = yookassaPayments.safeParse(reply.body)
  if (!page.success) return anotherShape
  return { kind: 'page', items: page.data.items.map(asGatewayPayment), next: page.data.next_cursor ?? null }
}

const listParameters = ({ from, to, cursor }: GatewayListQuery) =>
  new URLSearchParams({
    'created_at.gte': from,
    'created_at.lt': to,
    limit: '100',
    ...(cursor === null ? {} : { cursor }),
  })

/** The kind of failure alone: its message may have the address with everything in it. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'not an Error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name
}
