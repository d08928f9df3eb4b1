import { BlockList, isIP } from 'node:net'
import { DAY } from 'format/durations'
import { z } from 'zod'
import type { GatewayAnswer, GatewayPage, GatewayPayment, PaymentGateway } from '../payment-gateway'
import type { YookassaConfig } from './yookassa.config'
import { listParameters, type YookassaReply, yookassaCall } from './yookassa-call'
import { asGatewayPayment, yookassaPayment, yookassaPayments } from './yookassa-payment'
import { yookassaRefunds } from './yookassa-refunds'
import { creationBody, longestOrderAccount, longestReceipt } from './yookassa-request'

/** The portal waits ten seconds for the whole of its call. */
const createTimeoutMs = 7_000
const getTimeoutMs = 4_000

/** The fields of a webhook that say what to poll. */
const webhook = z.object({
  type: z.literal('notification'),
  event: z.string().max(100),
  object: z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    metadata: z.object({ payment: z.string().max(100).nullish() }).nullish(),
  }),
})

export interface YookassaOptions extends Omit<YookassaConfig, 'formerShops'> {
  timeouts?: { createMs: number; getMs: number }
}

/** YooKassa's API v3, by plain HTTP. */
export const yookassaGateway = ({
  shopId,
  secretKey,
  apiUrl,
  vatCode,
  paymentOrder,
  payeeInn,
  takesSbp,
  checksAddresses,
  timeouts = { createMs: createTimeoutMs, getMs: getTimeoutMs },
}: YookassaOptions): PaymentGateway => {
  const call = yookassaCall({ shopId, secretKey, apiUrl })
  const get = (path: string) => call(path, { method: 'GET', timeout: timeouts.getMs })

  return {
    name: 'yookassa',
    shop: shopId,
    remembersKeysMs: DAY,
    longestAccount: paymentOrder === 'utilities' ? longestOrderAccount : null,
    // A payment order is for one account.
    accountsAtOnce: paymentOrder === 'utilities' ? 1 : longestReceipt,
    paymentKinds: takesSbp ? ['card', 'sbp'] : ['card'],
    paysTo: paymentOrder === 'utilities' ? 'named payee' : { inn: payeeInn },
    creationBody: (request) => JSON.stringify(creationBody(request, { vatCode, paymentOrder })),
    create: async (body, key) =>
      answerOf(
        await call('/payments', {
          method: 'POST',
          headers: { 'idempotence-key': key },
          body,
          timeout: timeouts.createMs,
        }),
      ),
    get: async (id) => answerOf(await get(`/payments/${encodeURIComponent(id)}`)),
    listPayments: async (query) => pageOf(await get(`/payments?${listParameters(query)}`)),
    readWebhook(body) {
      const parsed = webhook.safeParse(body)
      if (!parsed.success) return null
      const { event, object } = parsed.data
      return { event, gatewayPaymentId: object.id, paymentId: object.metadata?.payment ?? null }
    },
    refunds: yookassaRefunds({ call, vatCode, timeouts }),
    mayWebhookComeFrom: (address) => !checksAddresses || (address !== null && isYookassaAddress(address)),
  }
}

const anotherShape = { kind: 'unknown', reason: 'an answer of another shape' } as const

const answerOf = (reply: YookassaReply): GatewayAnswer => {
  if (reply.kind !== 'ok') return reply
  const payment = yookassaPayment.safeParse(reply.body)
  return payment.success ? { kind: 'payment', payment: asGatewayPayment(payment.data) } : anotherShape
}

/** One unreadable item makes the whole page unknown: it might be the payment that the caller looks for. */
const pageOf = (reply: YookassaReply): GatewayPage<GatewayPayment> => {
  if (reply.kind !== 'ok') return reply
  const page = yookassaPayments.safeParse(reply.body)
  if (!page.success) return anotherShape
  return { kind: 'page', items: page.data.items.map(asGatewayPayment), next: page.data.next_cursor ?? null }
}

/** Where webhooks come from: https://yookassa.ru/developers/using-api/webhooks#ip */
const networks = new BlockList()
networks.addSubnet('185.71.76.0', 27)
networks.addSubnet('185.71.77.0', 27)
networks.addSubnet('77.75.153.0', 25)
networks.addSubnet('77.75.154.128', 25)
networks.addAddress('77.75.156.11')
networks.addAddress('77.75.156.35')
networks.addSubnet('2a02:5180::', 32, 'ipv6')

export const isYookassaAddress = (address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
