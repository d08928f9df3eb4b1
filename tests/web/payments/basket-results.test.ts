import { describe, expect, test } from 'vitest'
import { homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const basket = {
  id: 'basket-7',
  amount: 431_220,
  status: 'succeeded',
  parts: [
    { account: '1000200030', amount: 245_050, payment: 'payment-7' },
    { account: '1000200032', amount: 186_170, payment: 'payment-8' },
  ],
}
const again = '/personal/pay-several?account=1000200030&account=1000200032'

const refreshIn = (html: string) =>
  /<noscript><meta http-equiv="refresh" content="([^"]*)"/i.exec(html)?.[1]?.replaceAll('&amp;', '&')

describe('the result page', () => {
  const path = '/personal/pay-success'
  const open = async (changes: object = {}, query = '?basket=basket-7') => {
    upstream.on('basket', { body: { data: { ...basket, ...changes } } })
    return (await portal.customer()).get(path + query)
  }

  test('of a succeeded one shows the whole and each part with its payment', async () => {
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Оплачено 4 312,20 ₽')
    expect(page.title).toBe('Оплачено 4 312,20 ₽ — My New Project')
    expect(page.main).toMatch(/Лицевой счёт 1000200030\s+2 450,50 ₽/)
    expect(page.main).toMatch(/Лицевой счёт 1000200032\s+1 861,70 ₽/)
    expect(page.main).toMatch(/Всего\s+4 312,20 ₽/)
    expect(page.links).toEqual(
      expect.arrayContaining([
        '/personal/pay-success?payment=payment-7',
        '/personal/pay-success?payment=payment-8',
      ]),
    )
    expect(refreshIn(page.html)).toBeUndefined()
    expect(upstream.named('basket').map(({ id }) => id)).toEqual(['basket-7'])
    expect(upstream.named('personalPaymentState')).toEqual([])
  })

  test('of a canceled one says that nothing was charged, and how to pay again', async () => {
    const page = await open({ status: 'canceled' })
    expect(page.h1).toBe('Платёж не прошёл')
    expect(page.main).toContain('Деньги не списаны.')
    expect(page.main).not.toContain('Оплачено')
    expect(page.link('Оплатить ещё раз')).toBe(again)
    expect(refreshIn(page.html)).toBeUndefined()
  })

  test('of a pending one waits, and refreshes itself without scripts', async () => {
    const page = await open({ status: 'pending' })
    expect(page.h1).toBe('Ждём ответа банка')
    expect(page.main).toContain('Пока неизвестно, списаны ли деньги')
    expect(page.link('Проверить ещё раз')).toBe(`${path}?basket=basket-7`)
    expect(refreshIn(page.html)).toBe(`10;url=${path}?basket=basket-7&try=1`)
  })

  test('of one that the bank will not answer any more says so, and waits for nothing', async () => {
    const page = await open({ status: 'pending', unanswered: true })
    expect(page.h1).toBe('Банк так и не ответил')
    expect(page.main).toContain('Проверьте списания по карте.')
    expect(page.main).not.toMatch(/за минуту|обновится сама/)
    expect(page.link('Проверить ещё раз')).toBeUndefined()
    expect(page.link('Оплатить ещё раз')).toBe(again)
    expect(refreshIn(page.html)).toBeUndefined()
  })

  test('refreshes itself six times at most', async () => {
    for (const count of [1, 5])
      expect(refreshIn((await open({ status: 'pending' }, `?basket=b&try=${count}`)).html)).toBe(
        `10;url=${path}?basket=b&try=${count + 1}`,
      )
    for (const count of ['6', '7', '0', '-1', ''])
      expect(refreshIn((await open({ status: 'pending' }, `?basket=b&try=${count}`)).html)).toBeUndefined()
  })

  test('trusts nothing else in its address', async () => {
    const page = await open({ status: 'canceled' }, '?basket=basket-7&status=succeeded&amount=1')
    expect(page.h1).toBe('Платёж не прошёл')
  })

  test('of a pending one links to the bank, at an allowed address only', async () => {
    const bank = 'https://yoomoney.ru/checkout?orderId=7'
    const page = await open({ status: 'pending', confirmationUrl: bank })
    expect(page.links).toContain(bank)
    expect(page.link('Заплатить заново')).toBeUndefined()
    const foreign = await open({ status: 'pending', confirmationUrl: 'https://evil.test/' })
    expect(foreign.html).not.toContain('evil.test')
  })

  test('of a pending one offers another payment only where it is known to be older than five minutes', async () => {
    const bank = 'https://yoomoney.ru/checkout?orderId=7'
    const pageAfter = (minutes: number) =>
      open({
        status: 'pending',
        confirmationUrl: bank,
        createdAt: new Date(Date.now() - minutes * 60_000).toISOString(),
      })
    expect((await pageAfter(4)).link('Заплатить заново')).toBeUndefined()
    expect((await pageAfter(6)).link('Заплатить заново')).toBe(again)
  })

  test('of a succeeded one names the payee, and each account with its address and what it still owes', async () => {
    upstream.on('accounts', {
      body: {
        data: [
          { ...homeAccount, account: '1000200030', balance: 0 },
          { ...homeAccount, account: '1000200032', address: 'ул. Лесная, д. 1', balance: 12_345 },
        ],
      },
    })
    const page = await open({ payee: 'ООО «Тихий берег»' })
    expect(page.main).toMatch(/Получатель\s+ООО «Тихий берег»/)
    expect(page.main).toMatch(
      /Лицевой счёт 1000200030\s+2 450,50 ₽\s+г. Тверь, ул. Садовая, д. 5, кв. 12\s+Долга нет/,
    )
    expect(page.main).toMatch(
      /Лицевой счёт 1000200032\s+1 861,70 ₽\s+ул. Лесная, д. 1\s+Осталось к оплате: 123,45 ₽/,
    )
  })

  test('shows the payment where the address names both', async () => {
    expect((await open({}, '?basket=basket-7&payment=payment-1')).h1).toBe('Оплачено 2 450,50 ₽')
    expect(upstream.named('basket')).toEqual([])
  })

  test('of none says so', async () => {
    expect((await open({}, '?basket=')).h1).toBe('Здесь нет платежа')
    expect(upstream.named('basket')).toEqual([])
  })

  test.each([
    [404, 404],
    [503, 503],
  ])('with the failure %i is the screen of %i', async (status, screen) => {
    upstream.on('basket', { status, body: { message: 'Нет' } })
    expect(await (await portal.customer()).get(`${path}?basket=b`)).toBeErrorScreen(screen)
  })

  test.each([{ amount: undefined }, { status: 'paid' }, { parts: [{ account: '1' }] }])(
    'with %j in the answer is a fault',
    async (changes) => expect(await open(changes)).toBeErrorScreen(502),
  )

  test('keeps its state when a poll fails', async () => {
    upstream.on('basket', 'reset')
    const look = await (await portal.customer()).data(`${path}?basket=b&watch`)
    expect(look.status).toBe(200)
  })

  test('polls the API when its scripts do', async () => {
    upstream.on('basket', { body: { data: basket } })
    const look = await (await portal.customer()).data(`${path}?basket=basket-7&watch`)
    expect(look.body.toString()).toContain('Оплачено')
  })
})

test.each(['succeeded', 'canceled', 'pending'])(
  'both addresses of the result show what the API says: %s',
  async (status) => {
    upstream.on('basket', { body: { data: { ...basket, status } } })
    const visitor = await portal.customer()
    const [success, failed] = [
      await visitor.get('/personal/pay-success?basket=basket-7'),
      await visitor.get('/personal/pay-failed?basket=basket-7'),
    ]
    expect([failed.status, failed.main]).toEqual([success.status, success.main])
    expect(refreshIn(failed.html)).toBe(refreshIn(success.html)?.replace('pay-success', 'pay-failed'))
  },
)

test('a guest’s page knows no such payment', async () => {
  const page = await portal.visitor().get('/pay/success?basket=basket-7')
  expect(page.h1).toBe('Здесь нет платежа')
  expect(upstream.named('basket')).toEqual([])
})
