import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer } from '../support/default-answers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const ACCOUNT = '1000200030'
const SECOND_STEP = `/pay?account=${ACCOUNT}`
const OURS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const email = 'anna@example.test'

const pending = {
  id: 'payment-7',
  account: '1000***30',
  amount: 245_050,
  status: 'pending',
  createdAt: '2026-10-05T09:12:44Z',
  source: 'guest',
  confirmationUrl: 'https://yoomoney.ru/checkout?orderId=7',
}

const secondStep = async (path = SECOND_STEP) => {
  const visitor = portal.visitor()
  return { visitor, page: await visitor.get(path) }
}

const keyIn = (page: Page) => page.field('idempotencyKey').value
const keysAsked = () => upstream.named('guestPayment').map(({ headers }) => headers['idempotency-key'])

describe('the first step', () => {
  test('asks for the account, without any call', async () => {
    const page = await portal.visitor().get('/pay')
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Оплата по номеру лицевого счёта')
    expect(page.title).toBe('Оплата по номеру лицевого счёта — My New Project')
    expect(page.field('account').value).toBe('')
    expect(upstream.visitorCalls).toEqual([])
  })

  test.each([{ intent: 'check', account: '1000 2000-30' }, { account: 'л/с № 1000200030' }])(
    'leads by %j to an address that can be reloaded',
    async (fields) => {
      const visitor = portal.visitor()
      const answer = await visitor.post('/pay', fields)
      expect(answer).toHaveRedirect(SECOND_STEP, 303)
      expect((await visitor.follow(answer)).h1).toBe('Оплата лицевого счёта')
    },
  )

  test('carries the link’s amount to the second', async () => {
    const visitor = portal.visitor()
    const page = await visitor.get('/pay?amount=100,50')
    const answer = await visitor.press(page, 'Продолжить', { account: ACCOUNT })
    expect(answer).toHaveRedirect(`${SECOND_STEP}&amount=100%2C50`, 303)
    expect((await visitor.follow(answer)).field('amount').value).toBe('100,50')
  })

  test.each([
    [200_000, '2000,00'],
    [0, ''],
    [-5_000, ''],
    [null, '2450,50'],
  ])(
    'leads from a canceled payment of 2450,50 to what is still owed: of %j to %j',
    async (balance, amount) => {
      upstream.on('guestPaymentState', { body: { data: { ...pending, status: 'canceled' } } })
      upstream.on('payCheck', { body: { data: { account: ACCOUNT, balance } } })
      const visitor = portal.visitor()
      const result = await visitor.get('/pay/failed?payment=payment-7')
      const first = await visitor.get(result.link('Оплатить ещё раз') ?? '')
      const second = await visitor.follow(await visitor.press(first, 'Продолжить', { account: ACCOUNT }))
      expect(second.field('amount').value).toBe(amount)
    },
  )

  test.each(['', ' - ', '1'.repeat(65)])('rejects %j at the field', async (account) => {
    const visitor = portal.visitor()
    const page = await visitor.get('/pay')
    const answer = await visitor.press(page, 'Продолжить', { account })
    expect(answer.status).toBe(400)
    expect(answer.title).toMatch(/^Ошибка: Оплата по номеру лицевого счёта/)
    expect(answer.field('account').errors).toHaveLength(1)
    expect(upstream.visitorCalls).toEqual([])
  })

  test('has no NUL in its HTML, whatever its address holds', async () => {
    upstream.on('payCheck', { status: 422, body: { message: 'Сейчас нельзя' } })
    const page = await portal.visitor().get('/pay?account=12%0034')
    expect(page.status).toBe(400)
    expect(page.field('account').value).toBe('1234')
    expect(page.body.includes(0)).toBe(false)
  })

  test('says at the field that there is no such account', async () => {
    upstream.on('payCheck', { status: 404, body: { message: 'Такого счёта нет' } })
    const { page } = await secondStep()
    expect(page.status).toBe(404)
    expect(page.title).toBe('Ошибка: Оплата по номеру лицевого счёта — My New Project')
    expect(page.field('account')).toMatchObject({ value: ACCOUNT, errors: ['Такого счёта нет'] })
    expect(page.errorSummary).toEqual(['Такого счёта нет'])
    expect(page.summaryLeadsTo).toEqual(['account'])
  })

  test('shows at the field why the API rejects the number', async () => {
    const body = { message: 'Проверьте поля', errors: { account: ['В номере десять цифр'] } }
    upstream.on('payCheck', { status: 422, body })
    const { page } = await secondStep('/pay?account=12')
    expect(page.status).toBe(400)
    expect(page.field('account')).toMatchObject({ value: '12', errors: ['В номере десять цифр'] })
    expect(page.errorSummary).toEqual(['Проверьте поля', 'В номере десять цифр'])
  })

  test.each([
    ['a message alone', { message: 'Сейчас нельзя' }, [], ['Сейчас нельзя']],
    [
      'two errors of a field',
      { message: '', errors: { account: ['Раз', 'Два'] } },
      ['Раз', 'Два'],
      ['Раз', 'Два'],
    ],
    ['no words', { message: '' }, [], [/^Проверьте, что введено, и попробуйте ещё раз\.$/]],
  ])('shows all that the API says with %s', async (_, body, atField, inSummary) => {
    upstream.on('payCheck', { status: 422, body })
    const { page } = await secondStep()
    expect(page.status).toBe(400)
    const like = (words: (string | RegExp)[]) => words.map((one) => expect.stringMatching(one))
    expect(page.field('account').errors).toEqual(like(atField))
    expect(page.errorSummary).toEqual(like(inSummary))
  })

  test('says how long to wait after too many attempts', async () => {
    const headers = { 'retry-after': '120' }
    upstream.on('payCheck', { status: 429, body: { message: 'Слишком часто.' }, headers })
    const { page } = await secondStep()
    expect(page.status).toBe(429)
    expect(page.headers['retry-after']).toBe('120')
    expect(page.errorSummary).toEqual(['Слишком часто. Попробуйте снова через 2 минуты.'])
    expect(page.field('account').value).toBe(ACCOUNT)
  })
})

describe('the text of a payment QR code', () => {
  const qr =
    'ST00012|Name=ООО УК|PersonalAcc=40702810138250123017|BankName=Банк|BIC=044525225|CorrespAcc=3|Sum=260091|PersAcc=1000200030'

  test.each([
    ['account and amount', 300_000, '2600,91'],
    ['what is left of a bill that was paid in part', 245_050, '2450,50'],
    ['no amount of a bill that was paid', 0, ''],
  ])('fills in %s', async (_, balance, amount) => {
    upstream.on('payCheck', { body: { data: { account: ACCOUNT, balance } } })
    const visitor = portal.visitor()
    const answer = await visitor.press(await visitor.get('/pay'), 'Заполнить по коду', { qr })
    expect(answer).toHaveRedirect(`${SECOND_STEP}&amount=2600%2C91`, 303)
    expect((await visitor.follow(answer)).field('amount').value).toBe(amount)
  })

  test.each(['', qr.replace('PersAcc', 'Other')])(
    'that is invalid (%j) stays and has an error',
    async (text) => {
      const visitor = portal.visitor()
      const answer = await visitor.press(await visitor.get('/pay'), 'Заполнить по коду', { qr: text })
      expect(answer.status).toBe(400)
      expect(answer.field('qr')).toMatchObject({ value: text, errors: [expect.stringMatching(/QR-код/)] })
      expect(answer.field('qr').element.closest('details')?.hasAttribute('open')).toBe(true)
    },
  )
})

describe('the second step', () => {
  test('shows public details only, and prefills the debt', async () => {
    const { page } = await secondStep()
    expect(page.status).toBe(200)
    expect(page.main).toContain(`Лицевой счёт ${ACCOUNT}`)
    expect(page.main).toContain('ул. С***, д. 5')
    expect(page.main).toMatch(/К оплате 2 450\s?,50 ₽/)
    expect(page.field('amount').value).toBe('2450,50')
    expect(page.field('email').value).toBe('')
    expect(page.main).toContain(
      'Оплата на странице банка. Полного номера и кода карты мы не видим и не храним.',
    )
    expect(upstream.visitorCalls.map(({ name, body }) => [name, body])).toEqual([
      ['payCheck', { account: ACCOUNT }],
    ])
  })

  test('says that only a sum of a bill can be paid, where the API shows no account', async () => {
    upstream.on('payCheck', { body: { data: { account: ACCOUNT, billSumOnly: true } } })
    const { page } = await secondStep()
    expect(page.status).toBe(200)
    expect(page.main).toContain(`Лицевой счёт ${ACCOUNT}`)
    expect(page.main).toContain('заплатите всю сумму из неё, до копейки')
    expect(page.field('amount').value).toBe('')
    expect((await secondStep()).page.main).toContain('до копейки')
    upstream.on('payCheck', { body: { data: { account: ACCOUNT } } })
    expect((await secondStep()).page.main).not.toContain('до копейки')
  })

  test.each([0, -5_000, null])('with the balance %j has no prefilled amount', async (balance) => {
    upstream.on('payCheck', { body: { data: { account: ACCOUNT, balance } } })
    expect((await secondStep()).page.field('amount').value).toBe('')
  })

  test('is never cached: each response has a new key', async () => {
    const keys = new Set([keyIn((await secondStep()).page), keyIn((await secondStep()).page)])
    expect(keys.size).toBe(2)
    for (const key of keys) expect(key).toMatch(OURS)
  })

  test('links a signed-in customer to their own payment page', async () => {
    const page = await (await portal.customer()).get(SECOND_STEP)
    expect(page.field('email').value).toBe(customer.email)
    expect(page.link('Оплатить из кабинета')).toBe(`/personal/pay?account=${ACCOUNT}`)
    expect((await secondStep()).page.link('Оплатить из кабинета')).toBeUndefined()
  })

  test('prefills an address of a Cyrillic domain as people write it, and sends it as it is stored', async () => {
    const stored = 'anna@xn--80a1acny.xn--p1ai'
    upstream.on('currentUser', { body: { data: { ...customer, email: stored } } })
    upstream.on('guestPayment', { status: 201, body: { data: pending } })
    const visitor = await portal.customer()
    const page = await visitor.get(SECOND_STEP)
    expect(page.field('email').value).toBe('anna@почта.рф')
    await visitor.press(page, 'Оплатить', { amount: '1' })
    expect(upstream.named('guestPayment').map(({ body }) => body)).toMatchObject([{ email: stored }])
  })

  test('leads to the bank, once and by a full page load', async () => {
    upstream.on('guestPayment', { status: 201, body: { data: pending } })
    const { visitor, page } = await secondStep()
    const answer = await visitor.press(page, 'Оплатить', { amount: '1 234,56', email: ' anna@EXAMPLE.test ' })
    expect(answer).toHaveRedirect(pending.confirmationUrl, 303)
    expect(answer.headers['x-remix-reload-document']).toBe('true')
    const [call] = upstream.named('guestPayment')
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.body).toEqual({
      account: ACCOUNT,
      amount: 123_456,
      email,
      successUrl: `${portal.publicUrl.origin}/pay/success`,
      failedUrl: `${portal.publicUrl.origin}/pay/failed`,
    })
  })

  test('leads there when scripts send it', async () => {
    upstream.on('guestPayment', { status: 201, body: { data: pending } })
    const { visitor, page } = await secondStep()
    const { values } = page.formOf('Оплатить')
    values.set('email', email)
    const answer = await visitor.postData(SECOND_STEP, Object.fromEntries(values))
    expect(answer.status).toBe(202)
    expect(answer.html).toContain(JSON.stringify(pending.confirmationUrl))
    expect(answer.html).toContain('"reload"')
  })

  test('may lead to a page of the portal itself', async () => {
    const confirmationUrl = `${portal.publicUrl.origin}/bank/7`
    upstream.on('guestPayment', { status: 201, body: { data: { ...pending, confirmationUrl } } })
    const { visitor, page } = await secondStep()
    expect(await visitor.press(page, 'Оплатить', { email })).toHaveRedirect(confirmationUrl, 303)
  })

  test.each([
    ['of an unknown site', 'https://evil.test/pay'],
    ['that is not there', null],
  ])('treats a bank page %s as a fault: nobody could pay', async (_, confirmationUrl) => {
    upstream.on('guestPayment', { status: 201, body: { data: { ...pending, confirmationUrl } } })
    const { visitor, page } = await secondStep()
    const answer = await visitor.press(page, 'Оплатить', { amount: '99,90', email })
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toEqual([
      'Сервис временно недоступен. Попробуйте ещё раз.',
      'Деньги не списаны.',
    ])
    expect(answer.field('amount').value).toBe('99,90')
    expect(answer.field('email').value).toBe(email)
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(answer.html).not.toContain('evil.test')
  })

  test.each([
    ['', 'Введите сумму'],
    ['350000.01', 'Наибольшая сумма одного платежа — 350 000 ₽'],
  ])('rejects the amount %j at its field and keeps everything, including the key', async (amount, reason) => {
    const { visitor, page } = await secondStep()
    const answer = await visitor.press(page, 'Оплатить', { amount, email })
    expect(answer.status).toBe(400)
    expect(answer.title).toMatch(/^Ошибка: Оплата лицевого счёта/)
    expect(answer.field('amount')).toMatchObject({ value: amount, errors: [reason] })
    expect(answer.summaryLeadsTo).toEqual(['amount'])
    expect(answer.field('email').value).toBe(email)
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(upstream.named('guestPayment')).toEqual([])
  })

  test.each(['', 'anna@localhost'])('rejects the e-mail %j at its field', async (typed) => {
    const { visitor, page } = await secondStep()
    const answer = await visitor.press(page, 'Оплатить', { email: typed })
    expect(answer.field('email').errors).toHaveLength(1)
    expect(answer.field('amount').value).toBe('2450,50')
  })

  test('shows the API’s error of the account beside the account', async () => {
    const body = { message: 'Не получилось', errors: { account: ['Счёт закрыт'] } }
    upstream.on('guestPayment', { status: 422, body })
    const { visitor, page } = await secondStep()
    const answer = await visitor.press(page, 'Оплатить', { email })
    expect(answer.errorSummary).toEqual(['Не получилось', 'Счёт закрыт'])
  })

  test('keeps what was typed when the account can no longer be shown', async () => {
    const { visitor, page } = await secondStep()
    upstream.on('guestPayment', 'reset')
    upstream.on('payCheck', 'reset')
    const answer = await visitor.press(page, 'Оплатить', { amount: '50', email })
    expect(answer.status).toBe(502)
    expect(answer.field('amount').value).toBe('50')
    expect(answer.field('account').value).toBe(ACCOUNT)
    expect(keyIn(answer)).toBe(keyIn(page))
  })
})

describe('the idempotency key', () => {
  test('is the same for every press of the form', async () => {
    upstream.on('guestPayment', { status: 201, body: { data: pending } })
    const { visitor, page } = await secondStep()
    await visitor.press(page, 'Оплатить', { amount: '0', email })
    await visitor.press(page, 'Оплатить', { email })
    await visitor.press(page, 'Оплатить', { email })
    expect(keysAsked()).toEqual([keyIn(page), keyIn(page)])
  })

  test('of a finished payment leads to its result', async () => {
    for (const status of ['succeeded', 'canceled']) {
      upstream.on('guestPayment', { status: 201, body: { data: { ...pending, status } } })
      const { visitor, page } = await secondStep()
      const answer = await visitor.press(page, 'Оплатить', { email })
      expect(answer).toHaveRedirect('/pay/success?payment=payment-7', 303)
    }
  })
})

test('a rejected payment comes back as typed, also when its address names no account', async () => {
  const visitor = portal.visitor()
  const typed = { account: ACCOUNT, amount: 'сто', email }
  const answer = await visitor.post('/pay', { ...typed, idempotencyKey: crypto.randomUUID() })
  expect(answer.status).toBe(400)
  expect(answer.errorSummary).toEqual(['Введите сумму цифрами, например 1234,56'])
  for (const [name, value] of Object.entries(typed)) expect(answer.field(name).value, name).toBe(value)
})

test('the header links to the payment page', async () => {
  expect((await portal.visitor().get('/about')).link('Оплатить')).toBe('/pay')
})
