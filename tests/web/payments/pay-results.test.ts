import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const pages = [
  ['/pay/success', 'guestPaymentState'],
  ['/personal/pay-success', 'personalPaymentState'],
] as const

const payment = {
  id: 'payment-7',
  account: '1000***30',
  amount: 123_456,
  status: 'succeeded',
  createdAt: '2026-10-05T09:12:44Z',
  paidAt: '2026-10-05T09:13:02Z',
  method: { kind: 'card', title: 'Карта *4444' },
  source: 'guest',
  receiptStatus: 'done',
  receiptUrl: 'https://receipt.example.test/1',
}

const visitorOf = (path: string) =>
  path.startsWith('/personal') ? portal.customer() : Promise.resolve(portal.visitor())

const refreshIn = (html: string) =>
  /<noscript><meta http-equiv="refresh" content="([^"]*)"/i.exec(html)?.[1]?.replaceAll('&amp;', '&')

describe.each(pages)('the result page %s', (path, call) => {
  const open = async (changes: object = {}, query = '?payment=payment-7') => {
    upstream.on(call, { body: { data: { ...payment, ...changes } } })
    return (await visitorOf(path)).get(path + query)
  }

  test('of a succeeded payment shows what was paid, and its receipt', async () => {
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Оплачено 1 234,56 ₽')
    expect(page.title).toBe('Оплачено 1 234,56 ₽ — My New Project')
    expect(page.main).toContain('5 октября 2026 г., 12:13')
    expect(page.main).toContain('Карта *4444')
    expect(page.links).toContain('https://receipt.example.test/1')
    expect(refreshIn(page.html)).toBeUndefined()
    expect(upstream.named(call).map(({ id }) => id)).toEqual(['payment-7'])
  })

  test('of a canceled payment says that nothing was charged, and why', async () => {
    const page = await open({ status: 'canceled', cancelReason: 'insufficient_funds' })
    expect(page.h1).toBe('Платёж не прошёл')
    expect(page.main).toContain('Деньги не списаны.')
    expect(page.main).toContain('не хватило денег')
    expect(page.main).not.toContain('Оплачено')
    expect(page.link('Оплатить ещё раз')).toMatch(/amount=1234%2C56/)
    expect(refreshIn(page.html)).toBeUndefined()
  })

  test('of a pending payment waits, and refreshes itself without scripts', async () => {
    const page = await open({ status: 'pending' })
    expect(page.h1).toBe('Ждём ответа банка')
    expect(page.main).toContain('Пока неизвестно, списаны ли деньги')
    expect(page.link('Проверить ещё раз')).toBe(`${path}?payment=payment-7`)
    expect(refreshIn(page.html)).toBe(`10;url=${path}?payment=payment-7&try=1`)
    expect(page.html.indexOf('http-equiv="refresh"')).toBeLessThan(page.html.indexOf('</head>'))
  })

  test('refreshes itself six times at most, every ten seconds', async () => {
    const tries: (string | undefined)[] = []
    const seconds: number[] = []
    let query: string | undefined = '?payment=payment-7'
    while (query !== undefined && tries.length < 20) {
      const page = await open({ status: 'pending' }, query)
      expect(page.link('Проверить ещё раз')).toBe(`${path}?payment=payment-7`)
      const next = refreshIn(page.html)?.split('?')[1]
      tries.push(next)
      if (next) seconds.push(Number.parseInt(refreshIn(page.html) ?? '', 10))
      query = next && `?${next}`
    }
    expect(tries).toEqual([...[1, 2, 3, 4, 5, 6].map((n) => `payment=payment-7&try=${n}`), undefined])
    expect(seconds).toEqual([10, 10, 10, 10, 10, 10])
  })

  test('says that it refreshes itself as long as it does', async () => {
    const words = 'Страница обновится сама.'
    expect((await open({ status: 'pending' }, '?payment=p&try=5')).main).toContain(words)
    const last = await open({ status: 'pending' }, '?payment=p&try=6')
    expect(last.main).not.toContain(words)
    expect(last.link('Проверить ещё раз')).toBe(`${path}?payment=p`)
  })

  test.each(['7', '0', '1e0', ''])('treats the count %j as the last one', async (count) =>
    expect(refreshIn((await open({ status: 'pending' }, `?payment=p&try=${count}`)).html)).toBeUndefined(),
  )

  test('trusts nothing else in its address', async () => {
    const page = await open({ status: 'canceled' }, '?payment=payment-7&status=succeeded&amount=1')
    expect(page.h1).toBe('Платёж не прошёл')
  })

  test('of a pending payment links to the bank, at an allowed address only', async () => {
    const bank = 'https://yoomoney.ru/checkout?orderId=7'
    const page = await open({ status: 'pending', confirmationUrl: bank })
    expect(page.links).toContain(bank)
    const foreign = await open({ status: 'pending', confirmationUrl: 'https://evil.test/' })
    expect(foreign.html).not.toContain('evil.test')
  })

  test('links to no receipt that is not safe to open', async () => {
    const receiptUrl = 'http://receipt.example.test/'
    const page = await open({ receiptUrl })
    expect(page.links).not.toContain(receiptUrl)
    expect(page.main).not.toContain('Открыть чек')
    expect(page.main).toMatch(/Чек Отправлен на вашу почту/)
  })

  test('links to a receipt of this site, as the test bank’s, by its path', async () => {
    const page = await open({ receiptUrl: `${portal.publicUrl.origin}/sandbox-bank/receipt/7` })
    expect(page.link('Открыть чек')).toBe('/sandbox-bank/receipt/7')
  })

  test('without a payment says so, and has links', async () => {
    for (const query of ['', '?payment=']) {
      const page = await open({}, query)
      expect(page.status).toBe(200)
      expect(page.h1).toBe('Здесь нет платежа')
      expect(page.links).toContain(path.startsWith('/personal') ? '/personal/history' : '/pay')
    }
    expect(upstream.named(call)).toEqual([])
  })

  test('keeps its state when a poll fails', async () => {
    upstream.on(call, 'reset')
    const look = await (await visitorOf(path)).data(`${path}?payment=p&watch`)
    expect(look.status).toBe(200)
  })
})

test.each([
  ['/pay/success', '/pay/failed'],
  ['/personal/pay-success', '/personal/pay-failed'],
])('%s and %s show what the API says, whichever the bank leads to', async (toSuccess, toFailed) => {
  for (const status of ['succeeded', 'canceled', 'pending']) {
    for (const [, call] of pages) upstream.on(call, { body: { data: { ...payment, status } } })
    const visitor = await visitorOf(toSuccess)
    const [success, failed] = [
      await visitor.get(`${toSuccess}?payment=payment-7`),
      await visitor.get(`${toFailed}?payment=payment-7`),
    ]
    expect([failed.status, failed.main]).toEqual([success.status, success.main])
    expect(refreshIn(failed.html)).toBe(refreshIn(success.html)?.replace(toSuccess, toFailed))
  }
})

test('the page of a payment that the bank will not answer any more says so, and waits for nothing', async () => {
  const unanswered = { ...payment, account: '1000200030', status: 'pending', unanswered: true }
  upstream.on('personalPaymentState', { body: { data: unanswered } })
  const page = await (await portal.customer()).get('/personal/pay-success?payment=payment-7')
  expect(page.h1).toBe('Банк так и не ответил')
  expect(page.main).toContain('Проверьте списания по карте.')
  expect(page.main).not.toMatch(/за минуту|обновится сама/)
  expect(page.link('Проверить ещё раз')).toBeUndefined()
  expect(page.link('История платежей')).toBe('/personal/history?account=1000200030')
  expect(page.link('Оплатить ещё раз')).toBe('/personal/pay?account=1000200030&amount=1234%2C56')
  expect(refreshIn(page.html)).toBeUndefined()
})

test.each([
  '/personal/pay-success?payment=p',
  '/personal/pay-success?basket=b',
  '/personal/autopay-success?payment=p',
])('a poll of %s leads to the login only when the session is lost', async (path) => {
  const visitor = await portal.customer()
  upstream.on('currentUser', 'answers 503 with Retry-After')
  const unknown = await visitor.data(`${path}&watch`)
  expect(unknown.status).toBe(200)
  expect(unknown.html).toContain('"view"')
  expect(unknown.html).not.toContain('/login')
  expect(upstream.visitorCalls.map(({ name }) => name)).toEqual(['currentUser'])
  upstream.on('currentUser', { status: 401, body: { message: 'Кто вы?' } })
  const lost = (await visitor.data(`${path}&watch`)).html
  expect(lost).toContain(`"/login?${new URLSearchParams({ redirectTo: path })}"`)
})

test('a payment that the customer began again leads to the history, and not to a payment', async () => {
  const replaced = { ...payment, account: '1000200030', status: 'canceled', cancelReason: 'replaced' }
  upstream.on('personalPaymentState', { body: { data: replaced } })
  const page = await (await portal.customer()).get('/personal/pay-failed?payment=payment-7')
  expect(page.h1).toBe('Платёж не прошёл')
  expect(page.main).toContain('Вы начали оплату заново.')
  expect(page.link('Оплатить ещё раз')).toBeUndefined()
  expect(page.link('История платежей')).toBe('/personal/history?account=1000200030')
})

describe('a first payment that waits', () => {
  const BEGINS = 'Автоплатёж включится, как только первый платёж пройдёт.'
  const open = async (...autopayments: object[]) => {
    upstream.on('personalPaymentState', { body: { data: { ...payment, status: 'pending' } } })
    const waiting = { id: 'a-1', account: '1000200030', rule: 'invoice', limit: 500_000, status: 'pending' }
    upstream.on('autopayments', { body: { data: autopayments.map((one) => ({ ...waiting, ...one })) } })
    return (await portal.customer()).get('/personal/autopay-success?payment=payment-7')
  }

  test.each([
    ['firstPayment', { firstPayment: 'payment-7' }],
    [
      'lastPayment',
      { lastPayment: { id: 'payment-7', amount: 100, status: 'pending', at: '2026-10-05T09:12:44Z' } },
    ],
  ])('says that its autopayment will begin, which names it as %s', async (_, named) => {
    const page = await open(named)
    expect(page.h1).toBe('Ждём ответа банка')
    expect(page.main).toContain(BEGINS)
  })

  test('promises no autopayment that was removed', async () => {
    for (const page of [await open(), await open({ firstPayment: 'payment-8' })]) {
      expect(page.h1).toBe('Ждём ответа банка')
      expect(page.main).toContain('Пока неизвестно, списаны ли деньги')
      expect(page.main).not.toContain(BEGINS)
      expect(page.link('Автоплатежи')).toBe('/personal/autopayments')
    }
  })
})
