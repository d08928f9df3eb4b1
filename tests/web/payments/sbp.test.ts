import { DAY, MINUTE } from 'format/durations'
import { describe, expect, test } from 'vitest'
import { baseData, defaultAnswers, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { scannedQr } from '../support/scanned-qr'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile({
  answers: { ...defaultAnswers, baseData: { ...baseData, paymentKinds: ['barter', 'card', 'sbp'] } },
})
const portal = await portalOfThisFile(upstream)

const QR = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000'
const APP = 'https://yoomoney.ru/sbp/open?orderId=7'
const ACCOUNT = homeAccount.account

const pending = {
  id: 'payment-7',
  account: ACCOUNT,
  amount: 245_050,
  status: 'pending',
  createdAt: new Date().toISOString(),
  source: 'personal',
  confirmationUrl: APP,
}
/** At 12:12 of the company's day. */
const validUntil = '2031-10-05T09:12:44Z'
const bySbp = { ...pending, qr: QR, expiresAt: validUntil }
const parts = [{ account: ACCOUNT, amount: 245_050 }]
const basket = {
  id: 'basket-7',
  amount: 245_050,
  status: 'pending',
  parts: [{ ...parts[0], payment: 'payment-7' }],
  confirmationUrl: APP,
}
const autopayment = {
  id: 'autopayment-7',
  account: ACCOUNT,
  rule: 'invoice',
  limit: 500_000,
  status: 'pending',
  firstPayment: 'payment-7',
  confirmationUrl: APP,
}

const forms = [
  {
    what: 'a payment of a guest',
    path: `/pay?account=${ACCOUNT}`,
    call: 'guestPayment',
    button: 'Оплатить',
    typed: { amount: '100', email: 'anna@example.test' },
    answer: pending,
    result: '/pay/success?payment=payment-7',
    state: ['guestPaymentState', bySbp],
  },
  {
    what: 'a payment of a customer',
    path: '/personal/pay',
    call: 'personalPayment',
    button: 'Оплатить',
    typed: {},
    answer: pending,
    result: '/personal/pay-success?payment=payment-7',
    state: ['personalPaymentState', bySbp],
  },
  {
    what: 'a payment for several accounts',
    path: `/personal/pay-several?account=${ACCOUNT}`,
    call: 'beginBasket',
    button: 'Оплатить',
    typed: {},
    answer: basket,
    result: '/personal/pay-success?basket=basket-7',
    state: ['basket', { ...basket, qr: QR, expiresAt: validUntil }],
  },
  {
    what: 'a new autopayment',
    path: `/personal/autopayments/new?account=${ACCOUNT}`,
    call: 'newAutopayment',
    button: 'Подключить автоплатёж',
    typed: { limit: '5000', consent: 'on' },
    answer: autopayment,
    result: '/personal/autopay-success?payment=payment-7',
    state: ['personalPaymentState', bySbp],
  },
] as const

type Form = (typeof forms)[number]

const open = async ({ path }: Pick<Form, 'path'>, at = portal, api = upstream) => {
  api.on('autopayments', { body: { data: [] } })
  api.on('history', { body: { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } } })
  api.on('basketPreview', { body: { data: { amount: 245_050, parts } } })
  const visitor = path.startsWith('/personal') ? await at.customer() : at.visitor()
  return { visitor, page: await visitor.get(path) }
}
const keyIn = (page: Page) => page.field('idempotencyKey').value
const kindsIn = (page: Page) =>
  page.controls('kind').map(({ type, value, checked }) => ({ type, value, checked }))

describe.each(forms)('the form of $what', (form) => {
  const { call, button, typed, answer, result } = form
  const answers = (more: object = {}) =>
    upstream.on(call, { status: 201, body: { data: { ...answer, ...more } } })

  test('offers the kinds that the API names and the portal knows, the first one chosen', async () => {
    const { page } = await open(form)
    expect(kindsIn(page)).toEqual([
      { type: 'radio', value: 'card', checked: true },
      { type: 'radio', value: 'sbp', checked: false },
    ])
  })

  test.each(['card', 'sbp'])('sends the kind %s that is chosen', async (kind) => {
    answers()
    const { visitor, page } = await open(form)
    await visitor.press(page, button, { ...typed, kind })
    expect(upstream.named(call).map(({ body }) => body)).toEqual([expect.objectContaining({ kind })])
  })

  test.each([
    ['without a kind', undefined],
    ['with one that the portal does not know', 'barter'],
  ])('is refused %s, without a call', async (_, kind) => {
    const { visitor, page } = await open(form)
    const refused = await visitor.press(page, button, { ...typed, kind: kind ?? [] })
    expect(refused.status).toBe(400)
    expect(refused.errorSummary).toEqual(['Выберите, чем платить'])
    expect(refused.controls('kind').map(({ errors }) => errors)).toEqual([
      ['Выберите, чем платить'],
      ['Выберите, чем платить'],
    ])
    expect(keyIn(refused)).toBe(keyIn(page))
    expect(upstream.named(call)).toEqual([])
  })

  test('keeps the chosen kind when it comes back', async () => {
    upstream.on(call, { status: 422, body: { message: 'Сейчас нельзя' } })
    const { visitor, page } = await open(form)
    const refused = await visitor.press(page, button, { ...typed, kind: 'sbp' })
    expect(kindsIn(refused).map(({ value, checked }) => [value, checked])).toEqual([
      ['card', false],
      ['sbp', true],
    ])
  })

  test('leads to the portal’s own page where the answer has a QR code', async () => {
    answers({ qr: QR, expiresAt: validUntil })
    const { visitor, page } = await open(form)
    expect(await visitor.press(page, button, { ...typed, kind: 'sbp' })).toHaveRedirect(result, 303)
  })

  test('leads to that page also where the code comes without a link to an app', async () => {
    answers({ qr: QR, confirmationUrl: null })
    const { visitor, page } = await open(form)
    expect(await visitor.press(page, button, { ...typed, kind: 'sbp' })).toHaveRedirect(result, 303)
  })

  test('leads to the bank where the answer has no QR code', async () => {
    answers({ qr: null })
    const { visitor, page } = await open(form)
    expect(await visitor.press(page, button, { ...typed, kind: 'sbp' })).toHaveRedirect(APP, 303)
  })

  test('treats a code with a link to anywhere else as a fault of the product API', async () => {
    answers({ qr: QR, confirmationUrl: 'https://evil.test/' })
    const { visitor, page } = await open(form)
    const refused = await visitor.press(page, button, { ...typed, kind: 'sbp' })
    expect(refused.status).toBe(502)
    expect(keyIn(refused)).toBe(keyIn(page))
  })
})

test.each([
  ['names one that the portal knows', ['barter', 'sbp']],
  ['names the same one twice', ['card', 'card']],
])('no form asks for a kind or sends one where the API %s', async (_, paymentKinds) => {
  await withBaseData({ ...baseData, paymentKinds }, async (other, api) => {
    for (const form of forms) {
      api.on(form.call, { status: 201, body: { data: form.answer } })
      const { visitor, page } = await open(form, other, api)
      expect(kindsIn(page), form.what).toEqual([])
      expect(page.main, form.what).not.toContain('СБП')
      const { values } = page.formOf(form.button)
      await visitor.post(form.path, { ...Object.fromEntries(values), ...form.typed, kind: 'sbp' })
      expect(api.named(form.call), form.what).toHaveLength(1)
      expect(api.named(form.call)[0]?.body, form.what).not.toHaveProperty('kind')
    }
  })
})

test('each form offers the kinds in the order of the API', async () => {
  await withBaseData({ ...baseData, paymentKinds: ['sbp', 'card'] }, async (other, api) => {
    for (const form of forms) {
      const { page } = await open(form, other, api)
      expect(kindsIn(page), form.what).toMatchObject([{ value: 'sbp', checked: true }, { value: 'card' }])
    }
  })
})

describe.each(forms.filter(({ call }) => call === 'personalPayment' || call === 'beginBasket'))(
  'with a saved method, the form of $what',
  (form) => {
    test.each(['sbp', undefined, 'barter'])('needs no kind and sends none (%j)', async (kind) => {
      upstream.on('savedMethods', { body: { data: [{ id: 'method-1', kind: 'sbp', title: 'СБП, Банк' }] } })
      upstream.on(form.call, { status: 201, body: { data: { ...form.answer, confirmationUrl: null } } })
      const { visitor, page } = await open(form)
      const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1', kind: kind ?? [] })
      expect(answer).toHaveRedirect(form.result, 303)
      const [sent] = upstream.named(form.call)
      expect(sent?.body).toMatchObject({ paymentMethod: 'method-1' })
      expect(sent?.body).not.toHaveProperty('kind')
    })
  },
)

describe('a question before a second payment', () => {
  const confirmRequired = { status: 422, body: { message: 'Заплатить ещё раз?', code: 'confirm_required' } }

  test.each(forms.filter(({ call }) => call === 'personalPayment' || call === 'beginBasket'))(
    'is answered with the kind that was chosen: $what',
    async (form) => {
      upstream.on(form.call, confirmRequired)
      const { visitor, page } = await open(form)
      const question = await visitor.press(page, 'Оплатить', { kind: 'sbp' })
      upstream.on(form.call, { status: 201, body: { data: { ...form.answer, qr: QR } } })
      const button = question.buttons.find((words) => words.startsWith('Всё равно заплатить')) ?? ''
      expect(await visitor.press(question, button)).toHaveRedirect(form.result, 303)
      expect(upstream.named(form.call).map(({ body }) => body)).toEqual([
        expect.objectContaining({ kind: 'sbp' }),
        expect.objectContaining({ kind: 'sbp' }),
      ])
    },
  )

  test('a second payment beside a pending one is possible at once', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: pending } })
    const { visitor } = await open({ path: '/personal/pay' })
    upstream.on('history', {
      body: { data: [bySbp], meta: { nextCursor: null, count: 1, totalAmount: bySbp.amount } },
    })
    const page = await visitor.get('/personal/pay')
    const answer = await visitor.press(page, 'Заплатить заново')
    expect(answer).toHaveRedirect(APP, 303)
    expect(upstream.named('personalPayment')[0]?.body).toMatchObject({ kind: 'card' })
  })
})

describe.each(forms)('the result page of $what', ({ result, state: [call, state] }) => {
  const show = async (changes: object = {}) => {
    upstream.on(call, { body: { data: { ...state, ...changes } } })
    upstream.on('autopayments', { body: { data: [autopayment] } })
    const visitor = result.startsWith('/personal') ? await portal.customer() : portal.visitor()
    return visitor.get(result)
  }

  test('has the QR code, the link to the bank’s app and until when they are valid', async () => {
    const page = await show()
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Оплатите через СБП')
    expect(scannedQr(page)).toBe(QR)
    expect(page.link('Открыть приложение банка (другой сайт)')).toBe(APP)
    expect(page.main).toContain('QR-код действует до 5 октября 2031 г., 12:12')
    expect(page.link('Проверить ещё раз')).toBe(result)
    expect(page.html).toContain('http-equiv="refresh"')
    expect(page.main).not.toContain('Продолжить оплату')
  })

  test('leads to no app at an address that is not allowed', async () => {
    const page = await show({ confirmationUrl: 'https://evil.test/' })
    expect(page.html).not.toContain('evil.test')
    expect(page.main).not.toContain('Открыть приложение банка')
    expect(scannedQr(page)).toBe(QR)
  })

  test('leads to an app of this site by its path', async () => {
    const page = await show({ confirmationUrl: `${portal.publicUrl.origin}/sandbox-bank/app/7` })
    expect(page.link('Открыть приложение банка')).toBe('/sandbox-bank/app/7')
  })

  test('has the link alone where the text is too long for a code', async () => {
    const page = await show({ qr: 'ж'.repeat(2_000) })
    expect(page.status).toBe(200)
    expect(scannedQr(page)).toBeNull()
    expect(page.link('Открыть приложение банка (другой сайт)')).toBe(APP)
  })

  test('says of an expired code that it is, and waits for the bank', async () => {
    const page = await show({ expiresAt: new Date(Date.now() - MINUTE).toISOString() })
    expect(page.h1).toBe('Ждём ответа банка')
    expect(page.main).toContain('заплатить по нему уже нельзя')
    expect(scannedQr(page)).toBeNull()
    expect(page.links).not.toContain(APP)
    expect(page.link('Проверить ещё раз')).toBe(result)
  })

  test.each(['succeeded', 'canceled'])('has no code when the payment is %s', async (status) => {
    const page = await show({ status })
    expect(page.status).toBe(200)
    expect(scannedQr(page)).toBeNull()
    expect(page.main).not.toContain('Открыть приложение банка')
  })

  test('is as for any other payment where there is no code', async () => {
    const page = await show({ qr: null, expiresAt: null })
    expect(page.h1).toMatch(/^(Проверяем платёж…|Ждём ответа банка)$/)
    expect(page.link('Продолжить оплату (другой сайт)')).toBe(APP)
  })
})

describe('a payment through SBP that is not finished', () => {
  const unfinished = { ...bySbp, createdAt: new Date(Date.now() - DAY).toISOString() }

  test('is continued from the account’s card on its result page', async () => {
    upstream.on('accounts', { body: { data: [{ ...homeAccount, pendingPayments: [unfinished] }] } })
    const visitor = await portal.customer()
    const page = await visitor.get('/personal')
    expect(page.link('Продолжить оплату')).toBe('/personal/pay-success?payment=payment-7')
  })

  test.each([
    ['its own', unfinished, '/personal/pay-success?payment=payment-7'],
    [
      'that of all accounts',
      { ...unfinished, basket: { id: 'basket-7', amount: 300_000 } },
      '/personal/pay-success?basket=basket-7',
    ],
  ])('is continued from the page of payment on %s', async (_, payment, to) => {
    const { visitor } = await open({ path: '/personal/pay' })
    upstream.on('history', {
      body: { data: [payment], meta: { nextCursor: null, count: 1, totalAmount: payment.amount } },
    })
    const page = await visitor.get('/personal/pay')
    expect(page.link('Продолжить оплату')).toBe(to)
  })
})
