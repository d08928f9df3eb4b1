import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { baseData, dachaAccount, homeAccount } from '../support/default-answers'
import { portalOfThisFile } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const open = async (query = '') => (await portal.customer()).get(`/personal${query}`)
const TOTAL = 'К оплате по всем лицевым счетам:'

test('the accounts show the total debt, not reduced by another account’s overpayment', async () => {
  upstream.on('accounts', { body: { data: [{ ...dachaAccount, balance: -900_000 }, homeAccount] } })
  const page = await open()
  expect(page.main).toContain(`${TOTAL} 2 450,50 ₽`)
  expect(page.link('Перейти к оплате')).toBe(`/personal/pay?account=${homeAccount.account}`)
  expect(page.main).not.toContain('Каждый лицевой счёт оплачивается отдельно.')

  upstream.on('accounts', { body: { data: [homeAccount, { ...dachaAccount, balance: 1 }] } })
  const both = await open()
  expect(both.main).toContain(`${TOTAL} 2 450,51 ₽`)
  expect(both.link('Оплатить всё: 2 450,51 ₽')).toBe('/personal/pay-several?accounts=all')
  expect(both.link('Перейти к оплате')).toBeUndefined()
})

test('an API that takes a payment for each account alone is said to do so', async () => {
  await withBaseData({ ...baseData, features: [] }, async (without, its) => {
    its.on('accounts', { body: { data: [homeAccount, { ...dachaAccount, balance: 1 }] } })
    const page = await (await without.customer()).get('/personal')
    expect(page.link('Перейти к оплате')).toBe(`/personal/pay?account=${homeAccount.account}`)
    expect(page.main).toContain('Каждый лицевой счёт оплачивается отдельно.')
  })
})

test('an account with a long number is listed, and its links and forms are of that account', async () => {
  const account = '1'.repeat(100)
  upstream.on('accounts', { body: { data: [homeAccount, { ...dachaAccount, account, balance: 100 }] } })
  const visitor = await portal.customer()
  const page = await visitor.get('/personal')
  expect(page.links).toContain(`/personal/invoice?account=${account}`)
  const invoices = await visitor.get(`/personal/invoice?account=${account}`)
  expect(invoices.status).toBe(200)
  expect(upstream.named('invoice').at(-1)?.id).toBe(account)
  const paying = await visitor.get(`/personal/pay?account=${account}`)
  expect(paying.status).toBe(200)
  await visitor.press(paying, 'Оплатить', { amount: '100' })
  expect(upstream.named('personalPayment').at(-1)?.id).toBe(account)
  const several = await visitor.get(`/personal/pay-several?account=${account}`)
  expect(several.status).toBe(200)
  expect(upstream.named('basketPreview').at(-1)?.body).toEqual({ accounts: [account] })
})

test('without debts the accounts say so and offer no payment', async () => {
  upstream.on('accounts', { body: { data: [{ ...homeAccount, balance: 0 }, dachaAccount] } })
  const page = await open()
  expect(page.main).toContain('По всем лицевым счетам долга нет.')
  expect(page.link('Перейти к оплате')).toBeUndefined()
})

test('the card of an account leads to its bill, the reasons, readings and history', async () => {
  const page = await open()
  const { account } = homeAccount
  const at = (words: string) => page.link(`${words} по лицевому счёту ${account}`)
  expect(page.link('Дом')).toBe(`/personal/invoice?account=${account}`)
  expect(page.link('Квитанция за сентябрь 2026')).toBe(`/personal/invoice?account=${account}&period=2026-09`)
  expect(at('Квитанция')).toBe(`/personal/invoice?account=${account}`)
  expect(at('Почему такая сумма')).toBe(`/personal/invoice-explanation?account=${account}`)
  expect(at('Показания')).toBe(`/personal/readings?account=${account}`)
  expect(at('История платежей')).toBe(`/personal/history?account=${account}`)
  await withBaseData({ ...baseData, features: [] }, async (without) => {
    const { links } = await (await without.customer()).get('/personal')
    expect(links.filter((to) => /explanation|readings/.test(to))).toEqual([])
  })
})

describe('a payment that was begun', () => {
  const begun = {
    id: 'payment-7',
    account: homeAccount.account,
    amount: 245_050,
    status: 'pending',
    createdAt: '2026-11-26T21:30:00Z',
    source: 'personal',
    confirmationUrl: 'https://yoomoney.ru/checkout?orderId=7',
  }
  const opened = async (more: object, balance = homeAccount.balance) => {
    const pendingPayments = [{ ...begun, ...more }]
    upstream.on('accounts', { body: { data: [{ ...homeAccount, balance, pendingPayments }] } })
    return open()
  }

  test('is said on the card of its account, with a link to go on at the bank', async () => {
    const page = await opened({})
    expect(page.main).toContain('Платёж 2 450,50 ₽ от 27 ноября не закончен.')
    expect(page.link('Продолжить оплату (другой сайт)')).toBe(begun.confirmationUrl)
  })

  test('by a saved card is only waited for', async () => {
    const page = await opened({ confirmationUrl: null, method: { kind: 'card', title: 'Карта *4444' } }, 0)
    expect(page.main).toContain('Платёж 2 450,50 ₽ от 27 ноября: банк ещё не ответил.')
    expect(page.link('Проверить платёж')).toBe('/personal/pay-success?payment=payment-7')
  })

  test.each([
    ['of another one', { own: false }, homeAccount.balance],
    ['that the bank will never tell of', { unanswered: true }, homeAccount.balance],
    ['that is over', { status: 'succeeded' }, homeAccount.balance],
    ['when nothing is owed any more', {}, 0],
  ])('%s is not offered to be continued', async (_, more, balance) => {
    const page = await opened(more, balance)
    expect(page.main).not.toContain('не закончен')
    expect(page.main).not.toContain('Продолжить оплату')
  })

  test('in a form that is not the contract’s takes nothing off the page', async () => {
    upstream.on('accounts', { body: { data: [{ ...homeAccount, pendingPayments: 'two' }] } })
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.main).toContain('2 450,50 ₽')
  })
})

test('a page that is not there leads a customer to the cabinet, and a guest to the main page alone', async () => {
  const address = '/personal/invoice?account=999'
  upstream.on('invoice', { status: 404, body: { message: 'Нет' } })
  const page = await (await portal.customer()).get(address)
  expect(page).toBeErrorScreen(404)
  expect(page.link('В личный кабинет')).toBe('/personal')
  expect((await portal.visitor().get('/personal/none')).link('В личный кабинет')).toBeUndefined()
})

test('a filtered list and a single account show no total', async () => {
  upstream.on('accounts', { body: { data: [homeAccount, dachaAccount] } })
  expect((await open(`?${new URLSearchParams({ filter: 'Тверь' })}`)).main).not.toContain(TOTAL)
  upstream.on('accounts', { body: { data: [homeAccount] } })
  const page = await open()
  expect(page.main).not.toContain(TOTAL)
  expect(page.main.split('2 450,50 ₽')).toHaveLength(3)
})

test.each([
  [404, 'Лицевой счёт 1000200031 не найден.'],
  [409, 'Этот лицевой счёт у вас уже добавлен.'],
])(
  'a number that is refused with %i is marked in its field, and said in the summary alone besides',
  async (status, message) => {
    upstream.on('addAccount', { status, body: { message } })
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/add-account')
    const answer = await visitor.press(page, 'Добавить', { account: '1000200031' })
    expect(answer.field('account').errors).toEqual([message])
    expect(answer.field('account').element.getAttribute('aria-invalid')).toBe('true')
    expect(answer.errorSummary).toEqual([message])
    expect(answer.flashes).toEqual([])
  },
)

test.each([
  [{ accountNumbers: 'digits' }, 'numeric'],
  [{}, 'text'],
  [{ accountNumbers: 'letters' }, 'text'],
])('the number has a keyboard of digits where all are digits: %j', async (base, keyboard) => {
  await withBaseData({ ...baseData, ...base }, async (its) => {
    for (const path of ['/personal/add-account', '/pay']) {
      const { element } = (await (await its.customer()).get(path)).field('account')
      expect(element.getAttribute('inputmode'), path).toBe(keyboard)
    }
  })
})

test('the answer to the question has a keyboard of digits where the API says so, also after a wrong one', async () => {
  const proof = { label: 'Код из квитанции', digits: true }
  upstream.on('addAccount', { status: 422, body: { message: 'Введите код', code: 'proof_required', proof } })
  const visitor = await portal.customer()
  const page = await visitor.get('/personal/add-account')
  const asked = await visitor.press(page, 'Добавить', { account: '1000200031' })
  expect(asked.field('proof').element.getAttribute('inputmode')).toBe('numeric')
  const again = await visitor.press(asked, 'Добавить', { account: '1000200031', proof: ' ' })
  expect(again.field('proof').element.getAttribute('inputmode')).toBe('numeric')
})

test('the question about an account is no error, and keeps what was typed when nothing else can be loaded', async () => {
  const visitor = await portal.customer()
  const page = await visitor.get('/personal/add-account')
  upstream.on('addAccount', () => {
    upstream.on('defaultAccount', 'answers 500')
    const proof = { label: 'Код из квитанции' }
    return { status: 422, body: { message: 'Введите код', code: 'proof_required', proof } }
  })
  const asked = await visitor.press(page, 'Добавить', { account: '1000200031' })
  expect(asked.status).toBe(400)
  expect(asked.title).toMatch(/^Добавить лицевой счёт/)
  expect(asked.field('account').value).toBe('1000200031')
  expect(asked.controls('proof')).toHaveLength(1)
})

test('a question about an account that the API forgot to ask is a fault, and the number stays', async () => {
  const visitor = await portal.customer()
  const page = await visitor.get('/personal/add-account')
  upstream.on('addAccount', { status: 422, body: { message: 'Введите код', code: 'proof_required' } })
  const answer = await visitor.press(page, 'Добавить', { account: '1000200031' })
  expect(answer.status).toBe(502)
  expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
  expect(answer.field('account').value).toBe('1000200031')
})

test.each([
  [422, 'Нужно подтверждение'],
  [410, 'Код устарел'],
])('words of status %i about a question that is not asked link to no answer', async (status, words) => {
  upstream.on('addAccount', { status, body: { message: '', errors: { proof: [words] } } })
  const visitor = await portal.customer()
  const page = await visitor.get('/personal/add-account')
  const answer = await visitor.press(page, 'Добавить', { account: '1000200031' })
  expect(answer.status).toBe(400)
  expect(answer.errorSummary).toEqual([words])
  expect(answer.summaryLeadsTo).toEqual([])
})

test('words about the answer link to nothing once another number is typed, and there is no question', async () => {
  const proof = { label: 'Код из квитанции' }
  upstream.on('addAccount', {
    status: 422,
    body: { message: 'Введите код', code: 'proof_required', proof },
  })
  const visitor = await portal.customer()
  const page = await visitor.get('/personal/add-account')
  const asked = await visitor.press(page, 'Добавить', { account: '1000200031' })
  const errors = { proof: ['Нужно подтверждение'] }
  upstream.on('addAccount', { status: 422, body: { message: '', errors } })
  const answer = await visitor.press(asked, 'Добавить', { account: '1000200032', proof: '1234' })
  expect(answer.controls('proof')).toEqual([])
  expect(answer.errorSummary).toEqual(errors.proof)
  expect(answer.summaryLeadsTo).toEqual([])
})

test('an account that could not be deleted while nothing could be loaded is deleted on the next press', async () => {
  const path = `/personal/delete-account?account=${homeAccount.account}`
  const visitor = await portal.customer()
  const page = await visitor.get(path)
  for (const call of ['deleteAccount', 'accounts', 'autopayments'] as const) upstream.on(call, 'answers 500')
  const answer = await visitor.press(page, 'Удалить лицевой счёт')
  expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
  upstream.on('deleteAccount', 'answers 204')
  expect(await visitor.press(answer, 'Удалить лицевой счёт')).toHaveRedirect('/personal', 303)
  expect(upstream.named('deleteAccount').map(({ id }) => id)).toEqual([
    homeAccount.account,
    homeAccount.account,
  ])
})

test('an account can be deleted where the product API has no autopayments', async () => {
  upstream.on('autopayments', { status: 404, body: { message: 'Нет' } })
  const visitor = await portal.customer()
  const page = await visitor.get(`/personal/delete-account?account=${homeAccount.account}`)
  expect(page.status).toBe(200)
  expect(page.main).toContain('Если по этому лицевому счёту есть автоплатёж, он прекратится.')
  expect(await visitor.press(page, 'Удалить лицевой счёт')).toHaveRedirect('/personal', 303)
})

test.each(['', '/pay', '/history', '/readings', '/invoice', '/invoice-explanation', '/autopayments/new'])(
  'the page /personal%s tells a customer without accounts what adds the first one',
  async (path) => {
    upstream.on('accounts', { body: { data: [] } })
    upstream.on('defaultAccount', { body: { account: null } })
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.main).toContain('Понадобится номер из квитанции.')
    expect(page.all('main a').map((link) => link.getAttribute('href'))).toContain('/personal/add-account')
    expect(upstream.visitorCalls.filter(({ id }) => id !== undefined)).toEqual([])
  },
)

test('the name of an account is prefilled, and an empty field asks for the company’s again', async () => {
  const path = `/personal/account-title?account=${homeAccount.account}`
  const own = { ...homeAccount, title: '<i>Мамина</i>', companyTitle: 'Квартира' }
  upstream.on('accounts', { body: { data: [own] } })
  const visitor = await portal.customer()
  expect((await visitor.get('/personal')).links).toContain(path)
  const page = await visitor.get(path)
  expect(page.html).toContain('value="&lt;i&gt;Мамина&lt;/i&gt;"')
  expect(page.main).toMatch(/вернуть\sназвание\sкомпании: «Квартира»/)
  await visitor.press(page, 'Сохранить', { title: ' \u202e\n' })
  expect(upstream.named('changeAccountTitle').at(-1)).toMatchObject({
    id: homeAccount.account,
    body: { title: null },
  })
  const calls = upstream.named('changeAccountTitle').length
  const refused = await visitor.press(page, 'Сохранить', { title: '🏡'.repeat(41) })
  expect(refused.status).toBe(400)
  expect(refused.main).toMatch(/длиннее\s40\sзнаков/)
  expect(upstream.named('changeAccountTitle')).toHaveLength(calls)
})

test.each([
  '/personal',
  '/personal/pay',
  '/personal/pay-several',
  '/personal/history',
  '/personal/readings',
  '/personal/invoice',
  '/personal/invoice-explanation',
  '/personal/autopayments',
  '/personal/autopayments/new',
  `/personal/ask-to-pay?account=${homeAccount.account}`,
  `/personal/delete-account?account=${homeAccount.account}`,
  `/personal/account-title?account=${homeAccount.account}`,
])('a Hebrew name of an account does not turn around the words beside it: %s', async (path) => {
  const title = 'דירה 5'
  upstream.on('accounts', {
    body: { data: [{ ...homeAccount, title, companyTitle: 'Квартира' }, dachaAccount] },
  })
  const page = await (await portal.customer()).get(path)
  expect(page.status).toBe(200)
  const words = `${page.all('title')[0]?.text} ${page.main}`
  expect(words).toContain(title)
  expect(words.replaceAll(`\u2068${title}\u2069`, '')).not.toContain(title)
})

test('an API without the feature has no link to name an account', async () => {
  await withBaseData({ ...baseData, features: [] }, async (without) => {
    const page = await (await without.customer()).get('/personal')
    expect(page.links.filter((link) => link.includes('account-title'))).toEqual([])
  })
})
