import type { PaymentRequest } from 'api/payments/gateways/payment-gateway'
import { amountValue } from 'api/payments/gateways/yookassa/yookassa-amount'
import { isYookassaAddress, yookassaGateway } from 'api/payments/gateways/yookassa/yookassa-gateway'
import { creationBody } from 'api/payments/gateways/yookassa/yookassa-request'
import { openSite, readServerConfig } from 'api/server-config'
import { wirePayments } from 'api/wire-payments'
import { toKopecks } from 'contract/money'
import { HOUR, SECOND } from 'format/durations'
import { ConfigError } from 'process/settings'
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { describeOnEachDatabase } from '../../../support/databases'
import { openForTests } from '../../../support/open-for-tests'
import { openApiWorld } from '../../support/api-world'
import { addToRegister, customerWith } from '../../support/billing-register'
import { type FakeFault, startFakeYookassa } from '../../support/fake-yookassa'
import {
  balance,
  newKey,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  returnAddresses,
  runJobs,
} from '../../support/payments-world'

const request: PaymentRequest = {
  paymentId: '0b9f2a1e-5a53-4c1f-9d2c-0d8a3f5b7c11',
  account: '4010031186',
  amount: toKopecks(260_091),
  email: 'olga@mail.example',
  period: '2026-10',
  payee: {
    name: 'ООО «УК „Тихий берег“»',
    inn: '5099001232',
    kpp: '509901001',
    bankName: 'АО «Тихобережный банк», город Тихобережск Тихобережской области',
    bic: '044599871',
    correspondentAccount: '30101810800000000871',
    settlementAccount: '40702810220000001234',
  },
  returnTo: {
    success: 'https://portal.example/pay/success?payment=1',
    failed: 'https://portal.example/pay/failed',
  },
  saveMethod: false,
  savedMethod: null,
}

const fake = openForTests(startFakeYookassa)
beforeEach(() => {
  fake.fail()
  fake.requests.length = 0
})

const gatewayOf = (
  more: { takesSbp?: boolean; secretKey?: string; apiUrl?: string; checksAddresses?: boolean } = {},
) =>
  yookassaGateway({
    shopId: fake.shopId,
    secretKey: fake.secretKey,
    apiUrl: fake.url,
    vatCode: 1,
    paymentOrder: 'none',
    payeeInn: null,
    takesSbp: false,
    checksAddresses: false,
    timeouts: { createMs: 1_500, getMs: 1_500 },
    ...more,
  })

const bodyOf = (paymentRequest: PaymentRequest) => gatewayOf().creationBody(paymentRequest)
let body: string
beforeAll(() => {
  body = bodyOf(request)
})

describe('the settings of YooKassa', () => {
  const env = { PAYMENT_GATEWAY: 'yookassa', YOOKASSA_SHOP_ID: '506751', YOOKASSA_SECRET_KEY: 'live_x' }

  const configured = (env: Record<string, string>) =>
    readServerConfig(env).gateways.find(({ name }) => name === 'yookassa')

  test('are not required for another gateway', () => {
    expect(configured({})).toBeUndefined()
  })
  test('require a shop and its key', () => {
    expect(configured(env)).toMatchObject({
      name: 'yookassa',
      takesTestMoney: false,
      settings: {
        shopId: '506751',
        secretKey: 'live_x',
        formerShops: [],
        apiUrl: 'https://api.yookassa.ru/v3',
        vatCode: 1,
        paymentOrder: 'none',
        payeeInn: null,
        checksAddresses: false,
      },
    })
    expect(configured({ ...env, TRUST_PROXY: '1' })).toMatchObject({ settings: { checksAddresses: true } })
  })
  test('name shops that take no new payments any more', () => {
    const former = '506700:live_y, 506701:live_z:1'
    expect(configured({ ...env, YOOKASSA_FORMER_SHOPS: former })).toMatchObject({
      settings: {
        shopId: '506751',
        formerShops: [
          { shopId: '506700', secretKey: 'live_y' },
          { shopId: '506701', secretKey: 'live_z:1' },
        ],
      },
    })
  })
  test.each([
    ['YOOKASSA_FORMER_SHOPS', { ...env, YOOKASSA_FORMER_SHOPS: '506700' }],
    ['YOOKASSA_FORMER_SHOPS', { ...env, YOOKASSA_FORMER_SHOPS: '506700:live_y,' }],
    ['YOOKASSA_FORMER_SHOPS', { ...env, YOOKASSA_FORMER_SHOPS: '506751:live_y' }],
    ['YOOKASSA_FORMER_SHOPS', { ...env, YOOKASSA_FORMER_SHOPS: '506700:live_y,506700:live_z' }],
    ['YOOKASSA_SHOP_ID', { ...env, YOOKASSA_SHOP_ID: '' }],
    ['YOOKASSA_SECRET_KEY', { ...env, YOOKASSA_SECRET_KEY: '' }],
    ['YOOKASSA_SHOP_ID', { ...env, YOOKASSA_SHOP_ID: '5:6' }],
    ['YOOKASSA_VAT_CODE', { ...env, YOOKASSA_VAT_CODE: '0' }],
    ['YOOKASSA_PAYMENT_ORDER', { ...env, YOOKASSA_PAYMENT_ORDER: 'on' }],
    ['YOOKASSA_SECRET_KEY', { YOOKASSA_SHOP_ID: '506751' }],
    ['YOOKASSA_SHOP_ID', { YOOKASSA_SECRET_KEY: 'live_x' }],
    ['PAYMENT_GATEWAY', { PAYMENT_GATEWAY: 'cash' }],
  ])('that are wrong stop the start with the name %s', (name, wrong) => {
    expect(() => readServerConfig(wrong)).toThrow(ConfigError)
    expect(() => readServerConfig(wrong)).toThrow(new RegExp(`^${name}: `))
  })
})

describe('a request to YooKassa', () => {
  test.each([
    [100, '1.00'],
    [260_091, '2600.91'],
    [35_000_000, '350000.00'],
    [5, '0.05'],
  ])('writes %i kopecks as %s', (kopecks, value) => {
    expect(amountValue(toKopecks(kopecks))).toBe(value)
  })

  test('for several accounts has an item of the receipt for each of them', () => {
    const parts = [
      { account: '4010031186', amount: toKopecks(200_000) },
      { account: '4010044720', amount: toKopecks(60_091) },
    ]
    const body = creationBody({ ...request, parts }, { vatCode: 1, paymentOrder: 'none' })
    expect(body).toMatchObject({
      amount: { value: '2600.91', currency: 'RUB' },
      description: 'Оплата по лицевым счетам 4010031186, 4010044720',
      metadata: { payment: request.paymentId, account: '4010031186' },
      receipt: {
        items: [
          { description: 'Оплата по лицевому счёту 4010031186', amount: { value: '2000.00' } },
          { description: 'Оплата по лицевому счёту 4010044720', amount: { value: '600.91' } },
        ],
      },
    })
  })

  test('names the number of the accounts where their numbers do not fit, and cuts none', () => {
    const descriptionOf = (...accounts: string[]) =>
      creationBody(
        { ...request, parts: accounts.map((account) => ({ account, amount: toKopecks(100) })) },
        { vatCode: 1, paymentOrder: 'none' },
      ).description
    const accounts = Array.from({ length: 21 }, (_, index) => `40100311${index + 10}`)
    expect(descriptionOf(...accounts.slice(0, 8))).toBe(
      `Оплата по лицевым счетам ${accounts.slice(0, 8).join(', ')}`,
    )
    expect(descriptionOf(...accounts.slice(0, 9))).toBe('Оплата по 9\u00a0лицевым счетам')
    expect(descriptionOf(...accounts)).toBe('Оплата по 21\u00a0лицевому счёту')
    expect(descriptionOf('4'.repeat(128))).toBe('Оплата по лицевому счёту')
  })

  test('names no period of a debt of several', () => {
    const body = creationBody({ ...request, period: '' }, { vatCode: 1, paymentOrder: 'utilities' })
    expect(body.payment_order).not.toHaveProperty('payment_period')
  })

  test('has everything that a housing shop must send', () => {
    expect(creationBody(request, { vatCode: 1, paymentOrder: 'utilities' })).toEqual({
      amount: { value: '2600.91', currency: 'RUB' },
      capture: true,
      description: 'Оплата по лицевому счёту 4010031186',
      metadata: { payment: request.paymentId, account: '4010031186' },
      confirmation: { type: 'redirect', return_url: 'https://portal.example/pay/success?payment=1' },
      save_payment_method: false,
      receipt: {
        customer: { email: 'olga@mail.example' },
        items: [
          {
            description: 'Оплата по лицевому счёту 4010031186',
            quantity: '1.00',
            amount: { value: '2600.91', currency: 'RUB' },
            vat_code: 1,
            payment_subject: 'service',
            payment_mode: 'full_payment',
          },
        ],
      },
      payment_order: {
        type: 'utilities',
        amount: { value: '2600.91', currency: 'RUB' },
        payment_purpose: 'Оплата по лицевому счёту 4010031186',
        account_number: '4010031186',
        payment_period: { month: 10, year: 2026 },
        recipient: {
          name: 'ООО «УК „Тихий берег“»',
          inn: '5099001232',
          kpp: '509901001',
          bank: {
            name: 'АО «Тихобережный банк», город Тихобережск Тих',
            bic: '044599871',
            account: '40702810220000001234',
            correspondent_account: '30101810800000000871',
          },
        },
      },
    })
  })

  test('charges a saved method without a confirmation page', () => {
    const body = creationBody(
      { ...request, savedMethod: 'method', returnTo: null },
      { vatCode: 1, paymentOrder: 'none' },
    )
    expect(body).toMatchObject({ payment_method_id: 'method' })
    expect(body).not.toHaveProperty('payment_order')
    expect(body).not.toHaveProperty('confirmation')
    expect(body).not.toHaveProperty('save_payment_method')
  })
})

describe('the gateway', () => {
  it('creates a payment, the same one for the same key', async () => {
    const key = newKey()
    const first = await gatewayOf().create(body, key)
    expect(first).toMatchObject({
      kind: 'payment',
      payment: {
        status: 'pending',
        amount: 260_091,
        currency: 'RUB',
        account: '4010031186',
        paymentId: request.paymentId,
        confirmationUrl: expect.stringMatching(/^https:\/\/yoomoney\.ru\//),
      },
    })
    expect(await gatewayOf().create(body, key)).toEqual(first)
    expect(fake.requests).toEqual([
      { method: 'POST', path: '/v3/payments', key },
      { method: 'POST', path: '/v3/payments', key },
    ])
  })

  const faults: [string, FakeFault, string][] = [
    ['500', { status: 500 }, 'unknown'],
    ['502 of a proxy', { status: 502, body: '<html>Bad gateway</html>' }, 'unknown'],
    ['404 of a proxy', { status: 404, body: '<html>Not found</html>' }, 'unknown'],
    ['200 that is cut', { status: 200, body: '{"id":"1","sta' }, 'unknown'],
    ['200 of another shape', { status: 200, body: '{"id":"1"}' }, 'unknown'],
    ['202', { status: 202, body: '{"type":"processing","retry_after":1800}' }, 'unknown'],
    ['302', { status: 302, body: '' }, 'unknown'],
    ['a hanging answer', { hangs: true }, 'unknown'],
    ['a cut connection', { cuts: true }, 'unknown'],
    ['400', { status: 400, code: 'invalid_request' }, 'refused'],
    ['404', { status: 404, code: 'not_found' }, 'refused'],
    ['401', { status: 401, code: 'invalid_credentials' }, 'turned-away'],
    ['403', { status: 403, code: 'forbidden' }, 'turned-away'],
    ['429', { status: 429, code: 'too_many_requests' }, 'turned-away'],
  ]
  it.each(faults)(
    'takes %s for what it is, and tries nothing again by itself',
    async (_what, fault, kind) => {
      fake.fail(fault)
      expect(await gatewayOf().create(body, newKey())).toMatchObject({ kind })
      expect(fake.requests).toHaveLength(1)
      fake.fail(fault)
      expect(await gatewayOf().get('some')).toMatchObject({ kind })
      expect(fake.requests).toHaveLength(2)
    },
  )

  it('that is not there at all is unknown', async () => {
    const nobody = gatewayOf({ apiUrl: 'http://127.0.0.1:9/v3' })
    expect(await nobody.create(body, newKey())).toMatchObject({ kind: 'unknown' })
  })

  it('with a wrong key is turned away', async () => {
    expect(await gatewayOf({ secretKey: 'wrong' }).get('some')).toMatchObject({ kind: 'turned-away' })
  })

  it('never keeps a method that it says was not saved, and takes reasons and methods that nobody knows yet', async () => {
    const answer = await gatewayOf().create(body, newKey())
    const id = answer.kind === 'payment' ? answer.payment.id : ''
    fake.change(id, {
      status: 'canceled',
      cancellation_details: { party: 'moon', reason: 'full_moon' },
      payment_method: { type: 'barter', id, saved: false, title: 'Мешок гречки' },
      receipt_registration: 'who knows',
      something: { new: true },
    })
    expect(await gatewayOf().get(id)).toMatchObject({
      kind: 'payment',
      payment: {
        status: 'canceled',
        declineReason: 'unknown',
        gatewayCode: 'full_moon',
        saved: null,
        method: { kind: 'other', title: 'Другой способ' },
        receipt: null,
      },
    })
  })

  it.each([
    [
      { type: 'sbp', title: 'СБП' },
      { kind: 'sbp', title: 'СБП' },
    ],
    [{ type: 'sberbank' }, { kind: 'sberpay', title: 'SberPay' }],
    [
      { type: 'bank_card', card: undefined },
      { kind: 'card', title: 'Банковская карта' },
    ],
    [{ type: 'constructor' }, { kind: 'other', title: 'Другой способ' }],
    [
      { type: 'bank_card', card: { last4: '4444', card_type: 'MasterCard' } },
      { kind: 'card', title: 'Mastercard ••\u00a04444' },
    ],
  ])('names the method %j', async (used, method) => {
    const answer = await gatewayOf().create(body, newKey())
    const id = answer.kind === 'payment' ? answer.payment.id : ''
    fake.pay(id)
    fake.change(id, { payment_method: { id, saved: false, ...used } })
    expect(await gatewayOf().get(id)).toMatchObject({ payment: { method } })
  })
})

describe('SBP', () => {
  const bySbp = { ...request, saveMethod: true, kind: 'sbp' as const }

  it('is a choice only where the settings say that the shop has it', () => {
    expect(gatewayOf().paymentKinds).toEqual(['card'])
    expect(gatewayOf({ takesSbp: true }).paymentKinds).toEqual(['card', 'sbp'])
    const env = { PAYMENT_GATEWAY: 'yookassa', YOOKASSA_SHOP_ID: '506751', YOOKASSA_SECRET_KEY: 'live_x' }
    const sbpOf = (more: object) =>
      readServerConfig({ ...env, ...more }).gateways.find(({ name }) => name === 'yookassa')
    expect(sbpOf({})).toMatchObject({ settings: { takesSbp: false } })
    expect(sbpOf({ YOOKASSA_SBP: 'on' })).toMatchObject({ settings: { takesSbp: true } })
    expect(() => sbpOf({ YOOKASSA_SBP: 'perhaps' })).toThrow(/YOOKASSA_SBP/)
  })

  it('is asked for by its type, in one stage and with a page to be led to', () => {
    expect(JSON.parse(bodyOf(bySbp))).toMatchObject({
      capture: true,
      payment_method_data: { type: 'sbp' },
      confirmation: { type: 'redirect' },
      save_payment_method: true,
    })
    expect(JSON.parse(bodyOf({ ...bySbp, kind: undefined }))).not.toHaveProperty('payment_method_data')
    expect(JSON.parse(bodyOf({ ...bySbp, savedMethod: 'method' }))).not.toHaveProperty('payment_method_data')
  })

  it('leads to the gateway’s page, saves the payer’s account, and charges it later', async () => {
    const answer = await gatewayOf().create(bodyOf(bySbp), newKey())
    const id = answer.kind === 'payment' ? answer.payment.id : ''
    expect(answer).toMatchObject({ payment: { confirmationUrl: expect.stringContaining('yoomoney.ru') } })
    fake.pay(id)
    const method = { kind: 'sbp', title: 'СБП' }
    expect(await gatewayOf().get(id)).toMatchObject({
      payment: { status: 'succeeded', method, saved: { id, ...method, expiresAt: null } },
    })
    const later = await gatewayOf().create(bodyOf({ ...request, savedMethod: id }), newKey())
    expect(later).toMatchObject({ payment: { status: 'succeeded', method } })
  })

  it('saves nothing where the payer has not allowed it', async () => {
    const answer = await gatewayOf().create(bodyOf(bySbp), newKey())
    const id = answer.kind === 'payment' ? answer.payment.id : ''
    fake.pay(id, { saved: false })
    expect(await gatewayOf().get(id)).toMatchObject({ payment: { status: 'succeeded', saved: null } })
  })
})

describe('the list of the gateway', () => {
  const day = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }

  const faults: [string, FakeFault, string][] = [
    ['500', { status: 500 }, 'unknown'],
    [
      'a list with an item of another shape',
      { status: 200, body: '{"type":"list","items":[{}]}' },
      'unknown',
    ],
    ['a hanging answer', { hangs: true }, 'unknown'],
    ['429', { status: 429, code: 'too_many_requests' }, 'turned-away'],
    ['400', { status: 400, code: 'invalid_request' }, 'refused'],
  ]
  it.each(faults)('takes %s for what it is', async (_what, fault, kind) => {
    fake.fail(fault)
    expect(await gatewayOf().listPayments({ ...day, cursor: null })).toMatchObject({ kind })
  })
})

test.each([
  ['185.71.76.0', true],
  ['185.71.76.31', true],
  ['185.71.76.32', false],
  ['185.71.77.15', true],
  ['77.75.153.127', true],
  ['77.75.153.128', false],
  ['77.75.154.128', true],
  ['77.75.154.127', false],
  ['77.75.156.11', true],
  ['77.75.156.35', true],
  ['77.75.156.12', false],
  ['2a02:5180::1', true],
  ['2a02:5180:ffff:ffff::1', true],
  ['2a02:5181::1', false],
  ['127.0.0.1', false],
  ['nowhere', false],
])('a webhook from %s may be the gateway’s: %s', (address, may) => {
  expect(isYookassaAddress(address)).toBe(may)
  expect(gatewayOf({ checksAddresses: true }).mayWebhookComeFrom(address)).toBe(may)
  expect(gatewayOf().mayWebhookComeFrom(address)).toBe(true)
})

describeOnEachDatabase('payments through YooKassa', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { ...fake.settings, TRUST_PROXY: '1' } }))
  let account: string
  beforeEach(async () => {
    world.pass(2 * HOUR)
    account = await addToRegister(world.database.db)
  })

  const bankIdOf = (url: string | null | undefined) => new URL(url ?? '').searchParams.get('orderId') ?? ''
  const send = (event: string, object: object, address = '185.71.76.5') =>
    world.api.fetch(
      new Request('http://api.test/webhooks/yookassa', {
        method: 'POST',
        body: JSON.stringify({ type: 'notification', event, object }),
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          'x-request-id': 'a-webhook',
        },
      }),
    )
  const stateOf = async (id: string) => paymentOf(await world.browser().get(`/api/v1/pay/${id}`))

  it('are told of by the gateway alone; another’s webhook is logged without its address', async () => {
    const before = world.logged.length
    expect((await send('payment.succeeded', { id: 'any' }, '198.51.100.1:50001')).status).toBe(403)
    expect(world.logged.slice(before)).toContainEqual({
      requestId: 'a-webhook',
      gateway: 'yookassa',
      status: 403,
      reason: 'foreign address',
      message: expect.stringContaining('TRUST_PROXY'),
    })
    expect(JSON.stringify(world.logged)).not.toContain('198.51.100.1')
    expect((await send('payment.succeeded', { id: 'any' }, '185.71.76.5:50001')).status).toBe(200)
  })

  it('succeed when the gateway says so, whatever a webhook says', async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account))
    const bankId = bankIdOf(newPayment.confirmationUrl)
    const forged = { ...fake.payments.get(bankId), status: 'succeeded', paid: true }
    world.pass(2 * SECOND)
    expect((await send('payment.succeeded', forged)).status).toBe(200)
    expect(await balance(world, account)).toBe(0)

    fake.pay(bankId)
    world.pass(2 * SECOND)
    expect((await send('payment.succeeded', { id: bankId }, '198.51.100.1')).status).toBe(403)
    expect(await balance(world, account)).toBe(0)
    expect((await send('payment.succeeded', fake.payments.get(bankId) ?? {})).status).toBe(200)
    expect(await balance(world, account)).toBe(-260_091)
    expect(await stateOf(newPayment.id)).toMatchObject({
      status: 'succeeded',
      paidAt: '2026-10-05T09:12:44.313Z',
      method: { kind: 'card', title: 'Мир ••\u00a02987' },
      receiptStatus: 'pending',
    })

    fake.change(bankId, { receipt_registration: 'succeeded' })
    world.pass(HOUR)
    await runJobs(world.wired)
    expect(await stateOf(newPayment.id)).toMatchObject({ receiptStatus: 'done', receiptUrl: null })
  })

  const paid = async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account))
    const bankId = bankIdOf(newPayment.confirmationUrl)
    fake.pay(bankId)
    world.pass(3 * SECOND)
    expect(await stateOf(newPayment.id)).toMatchObject({ status: 'succeeded' })
    return { id: newPayment.id, bankId }
  }

  it('that were refunded in the gateway’s office are recorded only after the gateway was asked', async () => {
    const { id, bankId } = await paid()
    expect((await send('refund.succeeded', { id: newKey(), payment_id: bankId })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ refunded: 0 })
    const refund = fake.refundInOffice(bankId, '500.00')
    const webhook = { ...fake.refunds.get(refund), amount: { value: '2600.91', currency: 'RUB' } }
    expect((await send('refund.succeeded', webhook, '198.51.100.1')).status).toBe(403)
    expect((await send('refund.succeeded', webhook)).status).toBe(200)
    expect((await send('refund.succeeded', webhook)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', refunded: 50_000 })
    expect(await balance(world, account)).toBe(-210_091)
  })

  it.each(['refund.succeeded', 'payment.waiting_for_capture', 'something.new'])(
    'ignore a webhook of %s',
    async (event) => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      world.pass(2 * SECOND)
      expect((await send(event, { id: bankIdOf(newPayment.confirmationUrl) })).status).toBe(200)
      expect(
        (await send(event, { id: newKey(), payment_id: bankIdOf(newPayment.confirmationUrl) })).status,
      ).toBe(200)
      expect(await stateOf(newPayment.id)).toMatchObject({ status: 'pending' })
    },
  )

  it('do not succeed by a payment that says nothing of what it is for', async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account))
    const bankId = bankIdOf(newPayment.confirmationUrl)
    fake.pay(bankId)
    fake.change(bankId, { metadata: undefined })
    world.pass(2 * SECOND)
    expect((await send('payment.succeeded', { id: bankId })).status).toBe(200)
    expect(await balance(world, account)).toBe(0)
  })

  it('save a card and charge it; a charge answered with 500 is found by repeating its key', async () => {
    const { browser } = await customerWith(world, account)
    const newPayment = paymentOf(await payAsCustomer(browser, account, { saveMethod: true }))
    fake.pay(bankIdOf(newPayment.confirmationUrl))
    world.pass(3 * SECOND)
    paymentOf(await browser.get(`/api/v1/personal/pay/${newPayment.id}`))
    const { body } = await browser.get('/api/v1/personal/payment-methods/')
    expect(body).toMatchObject({
      data: [{ kind: 'card', title: 'Мир ••\u00a02987', expiresAt: '2030-07-31' }],
    })
    const paymentMethod = String(Object(body).data[0].id)
    fake.charges.length = 0
    fake.requests.length = 0
    fake.fail({ status: 500, effect: true })
    const waiting = paymentOf(await payAsCustomer(browser, account, { paymentMethod, amount: 5_000 }))
    expect(waiting).toMatchObject({ status: 'pending', confirmationUrl: null })
    world.pass(10 * SECOND)
    await runJobs(world.wired)
    expect(paymentOf(await browser.get(`/api/v1/personal/pay/${waiting.id}`)).status).toBe('succeeded')
    expect(fake.charges).toHaveLength(1)
    const posts = fake.requests.filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(2)
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
    expect(await balance(world, account)).toBe(-265_091)
  })

  it('are never repeated after the day for which the gateway remembers keys', async () => {
    const { browser } = await customerWith(world, account)
    const newPayment = paymentOf(await payAsCustomer(browser, account, { saveMethod: true }))
    fake.pay(bankIdOf(newPayment.confirmationUrl))
    world.pass(3 * SECOND)
    await browser.get(`/api/v1/personal/pay/${newPayment.id}`)
    const { body } = await browser.get('/api/v1/personal/payment-methods/')
    fake.fail({ status: 500, effect: true })
    fake.charges.length = 0
    const paymentMethod = String(Object(body).data[0].id)
    const waiting = paymentOf(await payAsCustomer(browser, account, { paymentMethod, amount: 5_000 }))
    fake.forgetKeys()
    world.pass(24 * HOUR)
    await runJobs(world.wired)
    await payAsCustomer(browser, account, { paymentMethod, amount: 5_000 })
    world.pass(24 * HOUR)
    await runJobs(world.wired)
    expect(fake.charges.filter(({ metadata }) => Object(metadata).payment === waiting.id)).toHaveLength(1)
  })

  it('are repeated byte for byte by their own gateway after the settings have changed', async () => {
    await payAsGuest(world.browser(), account)
    const { browser } = await customerWith(world, account)
    const newPayment = paymentOf(await payAsCustomer(browser, account, { saveMethod: true }))
    fake.pay(bankIdOf(newPayment.confirmationUrl))
    world.pass(3 * SECOND)
    await browser.get(`/api/v1/personal/pay/${newPayment.id}`)
    const { body: methods } = await browser.get('/api/v1/personal/payment-methods/')
    const paymentMethod = String(Object(methods).data[0].id)
    fake.charges.length = 0
    fake.fail({ status: 500, effect: true })
    const { id } = paymentOf(await payAsCustomer(browser, account, { paymentMethod, amount: 5_000 }))

    const settings = readServerConfig({
      PUBLIC_URL: world.config.publicUrl,
      SMTP_URL: 'file:',
      ...fake.settings,
      PAYMENT_GATEWAY: 'sandbox',
      YOOKASSA_VAT_CODE: '2',
    })
    const { database, now: clock } = world
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const config = openSite(settings, { db: database.db, clock })
    const changed = wirePayments({ config, database, log, clock, wakeJobs() {} })
    expect(changed.payments.gateway.name).toBe('sandbox')
    world.pass(10 * SECOND)
    await runJobs(changed)
    expect(paymentOf(await browser.get(`/api/v1/personal/pay/${id}`)).status).toBe('succeeded')
    expect(fake.charges).toHaveLength(1)
  })

  it('send the payer back to one page, which shows the actual status', async () => {
    fake.created.length = 0
    const { id } = paymentOf(await payAsGuest(world.browser(), account))
    expect(fake.created).toMatchObject([
      { confirmation: { return_url: `${returnAddresses.successUrl}?payment=${id}` } },
    ])
  })
})
