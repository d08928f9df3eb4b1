import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { z } from 'zod'

/**
 * The exact schema of a new payment, by the gateway's published rules: the reference of its API v3
 * (https://yookassa.ru/developers/api#create_payment), whose `receipt.items` has «для Чеков от ЮKassa — не более 80 товаров, для
 * сторонних онлайн-касс — не более 100 товаров», and for orders
 * https://yookassa.ru/developers/payment-acceptance/scenario-extensions/utility-payments.
 */
const amount = z.strictObject({
  value: z.string().regex(/^(0|[1-9]\d{0,8})\.\d{2}$/),
  currency: z.literal('RUB'),
})
const common = {
  amount,
  capture: z.literal(true),
  description: z.string().min(1).max(128),
  metadata: z
    .record(z.string().max(32), z.string().max(512))
    .refine((data) => Object.keys(data).length <= 16, 'at most 16 keys'),
  receipt: z.strictObject({
    customer: z.strictObject({ email: z.email() }),
    items: z
      .array(
        z.strictObject({
          description: z.string().min(1).max(128),
          quantity: z.string().regex(/^\d+\.\d+$/),
          amount,
          vat_code: z.int().min(1).max(12),
          payment_subject: z.literal('service'),
          payment_mode: z.literal('full_payment'),
        }),
      )
      .min(1)
      .max(80, 'at most 80 items'),
  }),
}

/** Required for a housing shop, forbidden for any other; for one account and one recipient. */
const paymentOrder = z.strictObject({
  type: z.literal('utilities'),
  amount,
  payment_purpose: z.string().min(1).max(210),
  account_number: z.string().min(1).max(30),
  // By the changelog of 22 January 2026.
  payment_period: z
    .strictObject({ month: z.int().min(1).max(12), year: z.int().min(1920).max(2050) })
    .optional(),
  recipient: z.strictObject({
    name: z.string().min(1),
    inn: z.string().regex(/^(\d{10}|\d{12})$/),
    kpp: z
      .string()
      .regex(/^\d{9}$/)
      .optional(),
    bank: z.strictObject({
      name: z.string().min(1).max(45),
      bic: z.string().regex(/^\d{9}$/),
      account: z.string().regex(/^\d{20}$/),
      correspondent_account: z.string().regex(/^\d{20}$/),
    }),
  }),
})

const newPaymentOf = (more: { payment_order?: typeof paymentOrder }) =>
  z.union([
    z.strictObject({
      ...common,
      ...more,
      confirmation: z.strictObject({ type: z.literal('redirect'), return_url: z.url() }),
      save_payment_method: z.boolean(),
      /** Without it the payer chooses on the gateway's page. */
      payment_method_data: z.strictObject({ type: z.literal('sbp') }).optional(),
    }),
    z.strictObject({ ...common, ...more, payment_method_id: z.string() }),
  ])
const newRefund = z.strictObject({
  payment_id: z.string().min(1),
  amount,
  receipt: common.receipt.optional(),
})
type NewPayment = z.output<ReturnType<typeof newPaymentOf>>

const listQuery = z.strictObject({
  'created_at.gte': z.iso.datetime(),
  'created_at.lt': z.iso.datetime(),
  limit: z.coerce.number().int().min(1).max(100),
  cursor: z.string().optional(),
})

export interface FakePayment {
  id: string
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  [field: string]: unknown
}

export interface FakeRefund {
  id: string
  payment_id: string
  status: 'pending' | 'succeeded' | 'canceled'
  [field: string]: unknown
}

/** How the next answer fails; `effect`: the request has its effect nevertheless. */
export type FakeFault =
  | { status: number; code?: string; effect?: boolean; body?: string }
  | { hangs: true; effect?: boolean }
  | { cuts: true; effect?: boolean }

export interface FakeYookassa {
  url: string
  shopId: string
  secretKey: string
  /** For an API with this gateway. */
  settings: Record<string, string>
  /** The bodies of creations, unchanged. */
  created: NewPayment[]
  requests: { method: string; path: string; key: string | undefined }[]
  payments: Map<string, FakePayment>
  refunds: Map<string, FakeRefund>
  /** A refund made in the gateway's office; `value` as the gateway writes amounts. Returns its id. */
  refundInOffice(paymentId: string, value: string): string
  /** Every charge that was made. */
  charges: { payment: string; metadata: unknown }[]
  fail(...nextFaults: FakeFault[]): void
  /** The payer pays; the card may be saved. */
  pay(id: string, method?: Record<string, unknown>): void
  cancel(id: string, reason: string): void
  change(id: string, fields: Record<string, unknown>): void
  /** The gateway's clock; a fixed moment by default. */
  setClock(clock: () => Date): void
  /** Answers a request that a fake of another shop got at the same address. */
  answer(request: IncomingMessage, body: string): { status: number; body: unknown }
  /** Forgets all idempotency keys, as the gateway does after a day. */
  forgetKeys(): void
  close(): Promise<void>
}

/** The account of a payer through SBP: their bank. */
const payer_bank_details = { bank_id: '100000000111', bic: '044525225' }
const card = { first6: '220247', last4: '2987', card_type: 'Mir', expiry_month: '07', expiry_year: '2030' }

interface FakeOptions {
  isHousing?: boolean
  shopId?: string
  /** Shops at the same address. */
  others?: readonly FakeYookassa[]
}

/** A strict fake of the gateway's API: rejects what the gateway rejects, and remembers keys. */
export const startFakeYookassa = async ({
  isHousing = false,
  shopId = '506751',
  others = [],
}: FakeOptions = {}): Promise<FakeYookassa> => {
  const newPayment = newPaymentOf(isHousing ? { payment_order: paymentOrder } : {})
  const secretKey = `test_secret_of_${shopId}`
  const payments = new Map<string, FakePayment>()
  const refunds = new Map<string, FakeRefund>()
  const keys = new Map<string, { body: string; id: string }>()
  const created: NewPayment[] = []
  const requests: FakeYookassa['requests'] = []
  const charges: FakeYookassa['charges'] = []
  const savedMethods = new Map<string, object>()
  let faults: FakeFault[] = []
  let clock = () => new Date('2026-10-05T09:12:00.000Z')

  const failure = (status: number, code: string, parameter?: string) => ({
    status,
    body: { type: 'error', id: randomUUID(), code, description: 'Said by the fake', parameter },
  })

  const settle = (payment: FakePayment) => {
    payment.status = 'succeeded'
    payment.captured_at = '2026-10-05T09:12:44.313Z'
    payment.receipt_registration = 'pending'
    charges.push({ payment: payment.id, metadata: payment.metadata })
  }

  const create = (key: string | undefined, body: string) => {
    if (!key || key.length > 64) return failure(400, 'invalid_request', 'Idempotence-Key')
    const previous = keys.get(key)
    if (previous && previous.body !== body) return failure(400, 'invalid_request', 'Idempotence-Key')
    if (previous) return { status: 200, body: payments.get(previous.id) }
    const parsed = newPayment.safeParse(JSON.parse(body))
    if (!parsed.success)
      return failure(400, 'invalid_request', String(parsed.error.issues[0]?.path.join('.')))
    const request = parsed.data
    const order = paymentOrder.safeParse(request.payment_order)
    if (order.success && order.data.amount.value !== request.amount.value)
      return failure(400, 'invalid_request', 'payment_order.amount')
    const usesSaved = 'payment_method_id' in request
    if (usesSaved && !savedMethods.has(request.payment_method_id)) {
      return failure(400, 'invalid_request', 'payment_method_id')
    }
    const id = randomUUID()
    created.push(request)
    keys.set(key, { body, id })
    const payment: FakePayment = {
      id,
      status: 'pending',
      paid: false,
      amount: request.amount,
      created_at: clock().toISOString(),
      description: request.description,
      metadata: request.metadata,
      recipient: { account_id: shopId, gateway_id: '1' },
      refundable: false,
      test: true,
    }
    payments.set(id, payment)
    if (usesSaved) {
      payment.payment_method = savedMethods.get(request.payment_method_id)
      settle(payment)
    } else {
      const confirmation_url = `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${id}`
      payment.confirmation = { type: 'redirect', confirmation_url }
      payment.saves = request.save_payment_method
      payment.chosen = request.payment_method_data?.type ?? 'bank_card'
    }
    return { status: 200, body: payment }
  }

  const kopecks = (sum: unknown) => Number(amount.parse(sum).value.replace('.', ''))

  const insertRefund = (paymentId: string, sum: z.output<typeof amount>) => {
    const refund: FakeRefund = {
      id: randomUUID(),
      payment_id: paymentId,
      status: 'succeeded',
      amount: sum,
      created_at: clock().toISOString(),
    }
    refunds.set(refund.id, refund)
    return refund
  }

  const refund = (key: string | undefined, body: string) => {
    if (!key || key.length > 64) return failure(400, 'invalid_request', 'Idempotence-Key')
    const previous = keys.get(key)
    if (previous && previous.body !== body) return failure(400, 'invalid_request', 'Idempotence-Key')
    if (previous) return { status: 200, body: refunds.get(previous.id) }
    const parsed = newRefund.safeParse(JSON.parse(body))
    if (!parsed.success)
      return failure(400, 'invalid_request', String(parsed.error.issues[0]?.path.join('.')))
    const { payment_id, amount: sum, receipt } = parsed.data
    const payment = payments.get(payment_id)
    if (payment?.status !== 'succeeded') return failure(400, 'invalid_request', 'payment_id')
    const earlier = [...refunds.values()].filter((one) => one.payment_id === payment_id)
    const refundable =
      kopecks(payment.amount) - earlier.reduce((total, one) => total + kopecks(one.amount), 0)
    if (kopecks(sum) > refundable) return failure(400, 'invalid_request', 'amount')
    if (kopecks(sum) < kopecks(payment.amount) && !receipt) return failure(400, 'invalid_request', 'receipt')
    const made = insertRefund(payment_id, sum)
    keys.set(key, { body, id: made.id })
    return { status: 200, body: made }
  }

  /** Newest first, like the gateway. */
  const list = (all: ReadonlyMap<string, FakePayment | FakeRefund>, query: URLSearchParams) => {
    const parsed = listQuery.safeParse(Object.fromEntries(query))
    if (!parsed.success)
      return failure(400, 'invalid_request', String(parsed.error.issues[0]?.path.join('.')))
    const { 'created_at.gte': from, 'created_at.lt': to, limit, cursor } = parsed.data
    const within = [...all.values()]
      .filter(({ created_at }) => String(created_at) >= from && String(created_at) < to)
      .reverse()
    const start = cursor === undefined ? 0 : within.findIndex(({ id }) => id === cursor)
    if (start < 0) return failure(400, 'invalid_request', 'cursor')
    const next = within[start + limit]
    const items = within.slice(start, start + limit)
    return { status: 200, body: { type: 'list', items, ...(next ? { next_cursor: next.id } : {}) } }
  }

  const answer: FakeYookassa['answer'] = (request, body) => {
    const { authorization } = request.headers
    const other = others.find((one) => authorization === basicOf(one))
    if (other) return other.answer(request, body)
    if (authorization !== basicOf({ shopId, secretKey })) return failure(401, 'invalid_credentials')
    const key = request.headers['idempotence-key']
    if (request.method === 'POST' && request.url === '/v3/payments') return create(key?.toString(), body)
    const url = new URL(request.url ?? '', 'http://fake')
    if (request.method === 'GET' && url.pathname === '/v3/payments') return list(payments, url.searchParams)
    if (request.method === 'POST' && request.url === '/v3/refunds') return refund(key?.toString(), body)
    if (request.method === 'GET' && url.pathname === '/v3/refunds') return list(refunds, url.searchParams)
    const refundId = /^\/v3\/refunds\/([\w-]+)$/.exec(url.pathname)?.[1]
    const made = request.method === 'GET' && refundId ? refunds.get(refundId) : undefined
    if (made) return { status: 200, body: made }
    const id = /^\/v3\/payments\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    const payment = request.method === 'GET' && id ? payments.get(id) : undefined
    return payment ? { status: 200, body: payment } : failure(404, 'not_found')
  }

  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotence-key']?.toString(),
    })
    const fault = faults.shift()
    const reply = !fault || fault.effect ? answer(request, body) : undefined
    if (fault && 'hangs' in fault) return
    if (fault && 'cuts' in fault) return void request.socket.destroy()
    const status = fault ? fault.status : (reply?.status ?? 500)
    const failed = fault && failure(fault.status, fault.code ?? 'internal_server_error').body
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end((fault && 'body' in fault ? fault.body : undefined) ?? JSON.stringify(failed ?? reply?.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The fake has no port')

  const find = (id: string) => {
    const payment = payments.get(id)
    if (!payment) throw new Error('The fake has no such payment')
    return payment
  }

  const url = `http://127.0.0.1:${address.port}/v3`

  return {
    url,
    shopId,
    secretKey,
    settings: {
      PAYMENT_GATEWAY: 'yookassa',
      YOOKASSA_SHOP_ID: shopId,
      YOOKASSA_SECRET_KEY: secretKey,
      YOOKASSA_API_URL: url,
    },
    created,
    requests,
    payments,
    refunds,
    refundInOffice: (paymentId, value) => insertRefund(paymentId, { value, currency: 'RUB' }).id,
    charges,
    fail(...nextFaults) {
      faults = nextFaults
    },
    pay(id, method = {}) {
      const payment = find(id)
      const saved = payment.saves === true
      const usedMethod =
        payment.chosen === 'sbp'
          ? { type: 'sbp', id, saved, title: 'SBP', ...(saved && { payer_bank_details }), ...method }
          : { type: 'bank_card', id, saved, title: 'Bank card *2987', card, ...method }
      payment.payment_method = usedMethod
      if (usedMethod.saved) savedMethods.set(id, usedMethod)
      settle(payment)
    },
    cancel(id, reason) {
      const payment = find(id)
      payment.status = 'canceled'
      payment.cancellation_details = { party: 'payment_network', reason }
    },
    change(id, fields) {
      Object.assign(find(id), fields)
    },
    setClock(newClock) {
      clock = newClock
    },
    answer,
    forgetKeys: () => keys.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const basicOf = ({ shopId, secretKey }: Pick<FakeYookassa, 'shopId' | 'secretKey'>) =>
  `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
