import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOfHtml } from '../../support/valid-html'
import type { Browser } from '../support/browser'
import { homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile, type UpstreamAnswer, type UpstreamCall } from '../support/fake-upstream'
import '../support/matchers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = '/personal/pay-several'
const card = 'method-1'
const bank = (id: string) => `https://yoomoney.ru/checkout?orderId=${id}`

/** Accounts of three payees: two of the first, and one of each other. */
const register = [
  { account: '10.1', payee: 'ООО «Тихий берег»', owed: 100_007 },
  { account: '20', payee: 'АО «Свет»', owed: 20_050 },
  { account: '10.2', payee: 'ООО «Тихий берег»', owed: 1 },
  { account: '30', payee: 'ГСК «Маяк»', owed: 300_000 },
]
const [flat, light, room, garage] = ['10.1', '20', '10.2', '30'] as const
const all = `${path}?${register.map(({ account }) => `account=${account}`).join('&')}`

const basketBody = z.object({
  parts: z.array(z.object({ account: z.string(), amount: z.number() })),
  paymentMethod: z.string().optional(),
  successUrl: z.string(),
  failedUrl: z.string(),
})
const previewBody = z.object({ accounts: z.array(z.string()), amount: z.number().optional() })

type Status = 'succeeded' | 'canceled' | 'pending'

/** A product API with the debts, and with the key by which each basket was begun. */
const startWorld = () => {
  const owed = new Map(register.map(({ account, owed: kopecks }) => [account, kopecks]))
  const baskets = new Map<
    string,
    { key: string; id: string; amount: number; status: Status; parts: object[] }
  >()
  /** By account: the outcome of its charge by a saved card, or the error that the API answers. */
  const fates = new Map<string, Status | UpstreamAnswer>()
  const payeeOf = (account: string) => register.find((one) => one.account === account)?.payee ?? ''
  const groupsOf = (accounts: readonly string[]) =>
    [...new Set(accounts.map(payeeOf))].map((payee) => accounts.filter((one) => payeeOf(one) === payee))
  const differentPayees = (groups: string[][], status = 422): UpstreamAnswer => ({
    status,
    body: { message: 'Получатели разные.', code: 'different_payees', groups },
  })
  const settle = (id: string, status: Status) => {
    const basket = [...baskets.values()].find((one) => one.id === id)
    if (!basket) throw new Error(`there is no basket ${id}`)
    basket.status = status
    if (status !== 'succeeded') return
    for (const part of basketBody.shape.parts.parse(basket.parts))
      owed.set(part.account, (owed.get(part.account) ?? 0) - part.amount)
  }
  const preview = ({ body }: UpstreamCall) => {
    const chosen = previewBody.parse(body)
    const accounts = chosen.accounts.filter((account) => (owed.get(account) ?? 0) > 0)
    const groups = groupsOf(accounts)
    if (groups.length > 1) return differentPayees(groups)
    const parts = accounts.map((account) => {
      const amount = owed.get(account) ?? 0
      // The debt of the flat is the oldest.
      return { account, amount, periods: [{ period: account === flat ? '2026-01' : '2026-09', amount }] }
    })
    const amount = parts.reduce((sum, part) => sum + part.amount, 0)
    return { body: { data: { amount, parts, payee: payeeOf(accounts[0] ?? '') } } }
  }
  const begin = ({ body, headers }: UpstreamCall): UpstreamAnswer => {
    const { parts, paymentMethod } = basketBody.parse(body)
    const groups = groupsOf(parts.map(({ account }) => account))
    if (groups.length > 1) return differentPayees(groups)
    const key = String(headers['idempotency-key'])
    const fate = fates.get(parts[0]?.account ?? '') ?? 'succeeded'
    if (!baskets.has(key)) {
      const id = `basket-${baskets.size + 1}`
      const amount = parts.reduce((sum, part) => sum + part.amount, 0)
      const paid = parts.map((part) => ({ ...part, payment: `payment-${part.account}` }))
      if (typeof fate !== 'string') return fate
      baskets.set(key, { key, id, amount, status: 'pending', parts: paid })
      if (paymentMethod) settle(id, fate === 'canceled' || fate === 'pending' ? fate : 'succeeded')
    }
    return { status: 201, body: { data: shown(baskets.get(key)?.id ?? '', paymentMethod) } }
  }
  const shown = (id: string, paymentMethod?: string) => {
    const stored = [...baskets.values()].find((one) => one.id === id)
    if (!stored) return null
    const { key, ...basket } = stored
    return { ...basket, confirmationUrl: basket.status === 'pending' && !paymentMethod ? bank(id) : null }
  }
  const accounts = () => ({
    body: {
      data: register.map(({ account }) => ({
        ...homeAccount,
        account,
        title: null,
        balance: owed.get(account) ?? 0,
      })),
    },
  })
  upstream.on('accounts', accounts)
  upstream.on('history', {
    body: { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } },
  })
  upstream.on('basketPreview', preview)
  upstream.on('beginBasket', begin)
  upstream.on('basket', ({ id }) => {
    const basket = shown(id ?? '')
    return basket ? { body: { data: basket } } : { status: 404, body: { message: 'Нет' } }
  })
  return { owed, fates, baskets, settle, begin, differentPayees }
}

const open = async (address = all) => {
  const world = startWorld()
  const visitor = await portal.customer()
  return { ...world, visitor, page: await visitor.get(address) }
}
const keyIn = (page: Page) => page.field('idempotencyKey').value
const basketCalls = () =>
  upstream.named('beginBasket').map(({ body, headers }) => ({
    ...basketBody.parse(body),
    key: String(headers['idempotency-key']),
  }))
const paidParts = () => basketCalls().map(({ parts }) => parts)
const payByCard = (visitor: Browser, page: Page, typed = {}) =>
  visitor.press(page, 'Оплатить', { paymentMethod: card, ...typed })
const flatAndRoom = [
  { account: flat, amount: 100_007 },
  { account: room, amount: 1 },
]

describe('accounts of several payees', () => {
  test('are shown payee by payee, each with its sum to the kopeck, and all of them in one total', async () => {
    const { page } = await open()
    // The contract: a preview that is refused is 400.
    expect(page.status).toBe(400)
    expect(page.title).toBe('Оплата нескольких лицевых счетов — My New Project')
    expect(page.errorSummary).toEqual([])
    expect(page.all('form h3').map(({ text }) => text)).toEqual([
      'ООО «Тихий берег»',
      'АО «Свет»',
      'ГСК «Маяк»',
    ])
    expect(page.main).toContain('Платёж 1 из 3: 1 000,08 ₽')
    expect(page.main).toContain('Платёж 2 из 3: 200,50 ₽')
    expect(page.main).toContain('Платёж 3 из 3: 3 000,00 ₽')
    expect(page.main).toMatch(/Всего\s*4 200,58 ₽/)
    expect(page.main).toContain('Получатели разные.')
    expect(page.main).toContain('Сохранённым способом заплатим всем подряд.')
    expect(await faultsOfHtml(page.html)).toEqual([])
  })

  test('have numbers where the API names no payees', async () => {
    startWorld()
    upstream.on('basketPreview', ({ body }) => {
      const { accounts } = previewBody.parse(body)
      return accounts.length > 1
        ? { status: 422, body: { message: '', code: 'different_payees', groups: [[flat], [light]] } }
        : { body: { data: { amount: 5, parts: [{ account: accounts[0], amount: 5 }] } } }
    })
    const page = await (await portal.customer()).get(`${path}?account=${flat}&account=${light}`)
    expect(page.all('form h3').map(({ text }) => text)).toEqual(['Получатель 1', 'Получатель 2'])
  })

  test('share a sum by the age of their debts, to the kopeck', async () => {
    const { page } = await open(`${all}&amount=1100`)
    expect(page.field(`part-${flat}`).value).toBe('1000,07')
    // Within a month the account that the request names first comes first.
    expect(page.field(`part-${light}`).value).toBe('99,93')
    expect(page.controls(`part-${garage}`)).toEqual([])
    expect(page.main).toMatch(/Всего\s*1 100,00 ₽/)
  })

  test('are asked for no more than all of them owe', async () => {
    const { page } = await open(`${all}&amount=4200,59`)
    expect(page.status).toBe(400)
    expect(page.field('amount').errors).toEqual(['По этим лицевым счетам к оплате 4 200,58 ₽'])
    expect(page.buttons).not.toContain('Оплатить')
  })

  test('have the limits of a payment each', async () => {
    const { visitor, page } = await open()
    const answer = await payByCard(visitor, page, {
      [`part-${light}`]: '0,50',
      [`part-${garage}`]: '350 000',
      'shown-total': '35100058',
    })
    expect(answer.errorSummary).toEqual(['Наименьшая сумма платежа — 1 ₽'])
    expect(answer.field(`part-${light}`).errors).toHaveLength(1)
    expect(answer.all('form h3').map(({ text }) => text)).toContain('ГСК «Маяк»')
    expect(basketCalls()).toEqual([])
  })
})

describe('a saved card', () => {
  test('pays each payee by a basket of its own, with a key of its own, by one press', async () => {
    const { visitor, page, owed } = await open()
    const answer = await payByCard(visitor, page)
    expect(answer).toHaveRedirect(
      '/personal/pay-success?basket=basket-3&earlier=basket-1&earlier=basket-2',
      303,
    )
    expect(paidParts()).toEqual([
      flatAndRoom,
      [{ account: light, amount: 20_050 }],
      [{ account: garage, amount: 300_000 }],
    ])
    const keys = basketCalls().map(({ key }) => key)
    expect(new Set([...keys, keyIn(page)]).size).toBe(4)
    for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true)
    expect([...owed.values()]).toEqual([0, 0, 0, 0])

    const result = await visitor.follow(answer)
    expect(result.h1).toBe('Оплачено 4 200,58 ₽')
    expect(result.main).toMatch(/Лицевой счёт 20\s+200,50 ₽\s+Оплачено/)
    expect(result.main).not.toContain('Осталось оплатить')
    for (const { account } of register)
      expect(result.links).toContain(`/personal/pay-success?payment=payment-${account}`)
  })

  test('stops at the payee whose payment is declined, and the result says what was paid and what was not', async () => {
    const { visitor, page, fates, owed } = await open()
    fates.set(light, 'canceled')
    const answer = await payByCard(visitor, page)
    expect(paidParts()).toEqual([flatAndRoom, [{ account: light, amount: 20_050 }]])
    expect([...owed.values()]).toEqual([0, 20_050, 0, 300_000])
    const result = await visitor.follow(answer)
    expect(result.h1).toBe('Оплачено 1 000,08 ₽, остальное не оплачено')
    expect(result.main).toContain('Платёж на 200,50 ₽ не прошёл, деньги по нему не списаны.')
    expect(result.main).toContain('Следующие платежи мы не начинали.')
    expect(result.main).toMatch(/Осталось оплатить 2 из 3\s+Лицевой счёт 20\s+200,50 ₽/)
    expect(await faultsOfHtml(result.html)).toEqual([])

    const next = await visitor.get(result.link('Оплатить оставшееся: 3 200,50 ₽') ?? '')
    expect(next.main).toContain('Осталось оплатить 2 из 3')
    expect(next.controls('paymentMethod').length).toBeGreaterThan(0)
    fates.clear()
    const last = await visitor.follow(await payByCard(visitor, next))
    expect(last.h1).toBe('Оплачено 4 200,58 ₽')
    expect([...owed.values()]).toEqual([0, 0, 0, 0])
  })

  test.each(['at once', 'after the page was left'])(
    'pays nothing twice by a second press of the same form, %s',
    async (when) => {
      const { visitor, page, baskets } = await open()
      const presses =
        when === 'at once'
          ? await Promise.all([payByCard(visitor, page), payByCard(visitor, page)])
          : [await payByCard(visitor, page), await payByCard(visitor, page)]
      expect(new Set(presses.map(({ location }) => location)).size).toBe(1)
      expect(baskets.size).toBe(3)
    },
  )

  test('pays nothing twice where the second answer is lost: the same form says what is paid and goes on', async () => {
    const { visitor, page, fates, baskets, owed } = await open()
    fates.set(light, { status: 500 })
    const lost = await payByCard(visitor, page)
    expect(lost.status).toBe(502)
    expect(lost.errorSummary).toContain('Уже оплачено 1 000,08 ₽ из 4 200,58 ₽.')
    expect(lost.errorSummary).toContain(
      'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.',
    )
    expect(keyIn(lost)).toBe(keyIn(page))
    expect(baskets.size).toBe(1)
    fates.clear()
    const answer = await visitor.press(lost, 'Оплатить')
    expect(answer.status).toBe(303)
    const [first, second, again, secondAgain] = basketCalls().map(({ key }) => key)
    expect([again, secondAgain]).toEqual([first, second])
    expect(baskets.size).toBe(3)
    expect([...owed.values()]).toEqual([0, 0, 0, 0])
  })

  test('says what is paid where the last answer is lost', async () => {
    const { visitor, page, fates } = await open()
    fates.set(garage, { status: 500 })
    const lost = await payByCard(visitor, page)
    expect(lost.status).toBe(502)
    expect(lost.errorSummary).toContain('Уже оплачено 1 200,58 ₽ из 4 200,58 ₽.')
    expect(paidParts()).toHaveLength(3)
    fates.clear()
    expect((await visitor.follow(await visitor.press(lost, 'Оплатить'))).h1).toBe('Оплачено 4 200,58 ₽')
  })

  test('goes no further while the bank has not answered', async () => {
    const { visitor, page, fates, settle } = await open()
    fates.set(flat, 'pending')
    const answer = await payByCard(visitor, page)
    expect(paidParts()).toEqual([flatAndRoom])
    const waiting = await visitor.follow(answer)
    expect(waiting.h1).toBe('Ждём ответа банка')
    expect(waiting.main).toContain('Осталось оплатить 2 из 3')
    settle('basket-1', 'succeeded')
    const result = await visitor.get(waiting.link('Проверить ещё раз') ?? '')
    expect(result.h1).toBe('Оплачено 1 000,08 ₽')
    expect(result.link('Оплатить оставшееся: 3 200,50 ₽')).toBeDefined()
  })

  test('never pays a payee that is not ticked', async () => {
    const { visitor, page, owed } = await open()
    const answer = await payByCard(visitor, page, {
      [`tick-${light}`]: false,
      [`tick-${garage}`]: false,
      'shown-total': '100008',
    })
    expect(answer).toHaveRedirect('/personal/pay-success?basket=basket-1', 303)
    expect(paidParts()).toEqual([flatAndRoom])
    expect([...owed.values()]).toEqual([0, 20_050, 0, 300_000])
  })

  test('charges no other total than the page showed', async () => {
    const { visitor, page } = await open()
    const answer = await payByCard(visitor, page, { [`part-${garage}`]: '3001' })
    expect(answer.errorSummary[0]).toContain('Теперь к оплате 4 201,58 ₽.')
    expect(basketCalls()).toEqual([])
  })

  test('is asked about what was paid meanwhile before any payee is paid', async () => {
    const { visitor, page, owed } = await open()
    owed.set(garage, 0)
    const question = await payByCard(visitor, page)
    expect(question.status).toBe(400)
    expect(question.errorSummary[0]).toContain(`Лицевой счёт ${garage}. С тех пор как вы открыли страницу`)
    expect(basketCalls()).toEqual([])
    await visitor.press(question, 'Всё равно заплатить 4 200,58 ₽')
    expect(paidParts()).toHaveLength(3)
  })

  test('stops where the API refuses the next payee, with all that is left to pay', async () => {
    const { visitor, page, fates } = await open()
    fates.set(light, { status: 422, body: { message: 'Карта отвязана.' } })
    const result = await visitor.follow(await payByCard(visitor, page))
    expect(result.h1).toBe('Оплачено 1 000,08 ₽')
    expect(result.main).toContain('Осталось оплатить 2 из 3')
    expect(paidParts()).toHaveLength(2)
  })
})

describe('a new card', () => {
  test('pays the first payee, and its result leads to the next one, also in another tab', async () => {
    const { visitor, page, settle, baskets } = await open()
    const typed = { [`part-${light}`]: '150,5', [`tick-${garage}`]: false }
    expect(await visitor.press(page, 'Оплатить', typed)).toHaveRedirect(bank('basket-1'), 303)
    expect(paidParts()).toEqual([flatAndRoom])
    settle('basket-1', 'succeeded')
    const returned = new URL(basketCalls()[0]?.successUrl ?? '')
    expect(basketCalls()[0]?.failedUrl).toContain('/personal/pay-failed?')
    returned.searchParams.set('basket', 'basket-1')
    const result = await (await portal.customer()).get(returned.pathname + returned.search)
    expect(result.h1).toBe('Оплачено 1 000,08 ₽')
    expect(result.main).toMatch(/Осталось оплатить 1 из 2\s+Лицевой счёт 20\s+150,50 ₽/)
    expect(result.main).not.toContain(`Лицевой счёт ${garage}`)

    const next = await visitor.get(result.link('Оплатить оставшееся: 150,50 ₽') ?? '')
    expect(next.status).toBe(200)
    expect(next.main).toContain('Осталось оплатить 1 из 2')
    expect(next.field(`part-${light}`).value).toBe('150,50')
    expect(next.controls(`part-${garage}`)).toEqual([])
    expect(await visitor.press(next, 'Оплатить')).toHaveRedirect(bank('basket-2'), 303)
    expect(basketCalls()[1]).toMatchObject({ parts: [{ account: light, amount: 15_050 }], key: keyIn(next) })
    settle('basket-2', 'succeeded')
    const back = new URL(basketCalls()[1]?.successUrl ?? '')
    back.searchParams.set('basket', 'basket-2')
    expect((await visitor.get(back.pathname + back.search)).h1).toBe('Оплачено 1 150,58 ₽')
    expect(baskets.size).toBe(2)
  })

  test('pays nothing twice after Back: the same form leads to the result of the first payee', async () => {
    const { visitor, page, settle, baskets } = await open()
    await visitor.press(page, 'Оплатить')
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect(bank('basket-1'), 303)
    settle('basket-1', 'succeeded')
    const result = await visitor.follow(await visitor.press(page, 'Оплатить'))
    expect(result.h1).toBe('Оплачено 1 000,08 ₽')
    expect(result.main).toContain('Осталось оплатить 2 из 3')
    expect(baskets.size).toBe(1)
  })

  test('offers no payment of what another tab has paid', async () => {
    const { visitor, page, settle, owed } = await open()
    await visitor.press(page, 'Оплатить')
    settle('basket-1', 'succeeded')
    const result = await visitor.press(page, 'Оплатить')
    owed.set(light, 0)
    owed.set(garage, 100_000)
    const left = await visitor.follow(result)
    expect(left.main).toContain('Осталось оплатить 1 из 3')
    const next = await visitor.get(left.link('Оплатить оставшееся: 1 000,00 ₽') ?? '')
    expect(next.controls(`part-${light}`)).toEqual([])
    expect(next.field(`part-${garage}`).value).toBe('1000,00')
    owed.set(garage, 0)
    expect((await visitor.follow(result)).main).not.toContain('Осталось оплатить')
  })

  test('shows the QR code of each payee with what comes after it', async () => {
    const { visitor, page, begin } = await open()
    upstream.on('beginBasket', (call) => {
      const { data } = z.object({ data: z.looseObject({}) }).parse(begin(call).body)
      return { status: 201, body: { data: { ...data, qr: 'https://qr.nspk.ru/1' } } }
    })
    const answer = await visitor.press(page, 'Оплатить')
    expect(answer.location).toMatch(/^\/personal\/pay-success\?basket=basket-1&rest=/)
    expect((await visitor.follow(answer)).main).toContain('Осталось оплатить 2 из 3')
  })
})

describe('an API that tells of several payees only at the payment', () => {
  test.each([422, 409])('is answered by groups on the same page: %i', async (status) => {
    const { begin, differentPayees, owed } = startWorld()
    upstream.on('basketPreview', ({ body }) => {
      const { accounts } = previewBody.parse(body)
      const parts = accounts.map((account) => ({ account, amount: owed.get(account) ?? 0 }))
      return { body: { data: { amount: 1, parts } } }
    })
    upstream.on('beginBasket', (call) => {
      const { parts } = basketBody.parse(call.body)
      return parts.length > 2 ? differentPayees([[flat, room], [light], [garage]], status) : begin(call)
    })
    const visitor = await portal.customer()
    const page = await visitor.get(all)
    expect(page.status).toBe(200)
    expect(page.all('form h3')).toEqual([])
    const grouped = await payByCard(visitor, page)
    expect(grouped.status).toBe(400)
    expect(grouped.errorSummary).toEqual(['Получатели разные.'])
    expect(grouped.all('form h3').map(({ text }) => text)).toEqual([
      'Получатель 1',
      'Получатель 2',
      'Получатель 3',
    ])
    expect(grouped.main).toContain('Платёж 1 из 3: 1 000,08 ₽')
    expect(await faultsOfHtml(grouped.html)).toEqual([])
    expect((await visitor.follow(await visitor.press(grouped, 'Оплатить'))).h1).toBe('Оплачено 4 200,58 ₽')
    expect(paidParts().slice(1)).toEqual([
      flatAndRoom,
      [{ account: light, amount: 20_050 }],
      [{ account: garage, amount: 300_000 }],
    ])
  })
})

test('an address shows only what the API confirms', async () => {
  const { settle, visitor, page } = await open()
  await visitor.press(page, 'Оплатить')
  settle('basket-1', 'succeeded')
  const result = await visitor.get(
    '/personal/pay-success?basket=basket-1&earlier=other&rest=0.20.x&rest=.&rest=1.30.999999999',
  )
  expect(result.h1).toBe('Оплачено 1 000,08 ₽')
  // Never more than is owed.
  expect(result.link('Оплатить оставшееся: 3 000,00 ₽')).toBeDefined()
})
