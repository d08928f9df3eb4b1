import { describe, expect, test } from 'vitest'
import { faultsOfHtml } from '../../support/valid-html'
import { baseData, dachaAccount, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = '/personal/pay-several'
const home = { ...homeAccount, balance: 245_050 }
const flat = { ...dachaAccount, account: '1000200032', title: null, balance: 186_170 }
const own = [home, dachaAccount, flat]
const bothOwed = `${path}?account=${home.account}&account=${flat.account}`

const parts = [
  {
    account: home.account,
    amount: 245_050,
    periods: [
      { period: '2026-08', amount: 45_050 },
      { period: '2026-09', amount: 200_000 },
    ],
  },
  { account: flat.account, amount: 186_170 },
]
const basket = {
  id: 'basket-7',
  amount: 431_220,
  status: 'pending',
  parts: [
    { account: home.account, amount: 245_050, payment: 'payment-7' },
    { account: flat.account, amount: 186_170, payment: 'payment-8' },
  ],
  confirmationUrl: 'https://yoomoney.ru/checkout?orderId=7',
}
const nonePending = { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } }
const refusal = (more: object, status = 422) => ({ status, body: { message: 'Не получилось', ...more } })

const answerAsUsual = () => {
  upstream.on('accounts', { body: { data: own } })
  upstream.on('history', { body: nonePending })
  upstream.on('basketPreview', { body: { data: { amount: 431_220, parts } } })
  upstream.on('beginBasket', { status: 201, body: { data: basket } })
}

const open = async (address = bothOwed) => {
  answerAsUsual()
  const visitor = await portal.customer()
  return { visitor, page: await visitor.get(address) }
}
const keyIn = (page: Page) => page.field('idempotencyKey').value
const previews = () => upstream.named('basketPreview').map(({ body }) => body)
const pressed = () => upstream.named('beginBasket')

describe('the choice of accounts', () => {
  test('lists every account with its address and balance, and asks for no preview', async () => {
    const { page } = await open(path)
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Оплата нескольких лицевых счетов')
    expect(page.controls('account').map(({ value, type, checked }) => ({ value, type, checked }))).toEqual(
      own.map(({ account }) => ({ value: account, type: 'checkbox', checked: false })),
    )
    expect(page.main).toContain('г. Тверь, ул. Садовая, д. 5, кв. 12')
    expect(page.main).toContain('К оплате 2 450,50 ₽')
    expect(page.main).toContain('Переплата 150,00 ₽')
    expect(page.buttons).not.toContain('Оплатить')
    expect(previews()).toEqual([])
    expect(upstream.named('savedMethods')).toEqual([])
  })

  test.each([`${path}?amount=100`, `${path}?account=`, `${path}?accounts=some`])(
    'is all there is at %s',
    async (address) => {
      expect((await open(address)).page.status).toBe(200)
      expect(previews()).toEqual([])
    },
  )

  test('leads by a GET to the preview', async () => {
    const { visitor, page } = await open(path)
    const chosen = await visitor.press(page, 'Рассчитать', {
      account: [home.account, flat.account],
      amount: '',
    })
    expect(chosen.status).toBe(200)
    expect(chosen.path).toContain(`account=${home.account}&account=${flat.account}`)
    expect(previews()).toEqual([{ accounts: [home.account, flat.account] }])
  })

  test('keeps what is ticked and typed beside the preview', async () => {
    const { page } = await open(`${bothOwed}&amount=4+000,5`)
    expect(page.controls('account').map(({ checked }) => checked)).toEqual([true, false, true])
    expect(page.field('amount').value).toBe('4 000,5')
    expect(previews()).toEqual([{ accounts: [home.account, flat.account], amount: 400_050 }])
  })

  test('of all that are owed is ticked and previewed by one link', async () => {
    const { page } = await open(`${path}?accounts=all`)
    expect(page.controls('account').map(({ checked }) => checked)).toEqual([true, false, true])
    expect(previews()).toEqual([{ accounts: [home.account, flat.account] }])
    expect(page.field(`part-${flat.account}`).value).toBe('1861,70')
  })

  test('of all that are owed, where nothing is, is just the form', async () => {
    answerAsUsual()
    upstream.on('accounts', { body: { data: [dachaAccount] } })
    const page = await (await portal.customer()).get(`${path}?accounts=all`)
    expect(page.status).toBe(200)
    expect(previews()).toEqual([])
  })

  test('counts an account that the address names twice once', async () => {
    await open(`${bothOwed}&account=${home.account}`)
    expect(previews()).toEqual([{ accounts: [home.account, flat.account] }])
  })

  test('offers to add an account when there is none', async () => {
    upstream.on('accounts', { body: { data: [] } })
    const page = await (await portal.customer()).get(path)
    expect(page.links).toContain('/personal/add-account')
    expect(page.controls('account')).toEqual([])
  })

  test('is linked to by no words of a refusal when there is no account', async () => {
    answerAsUsual()
    upstream.on('accounts', { body: { data: [] } })
    upstream.on('basketPreview', refusal({ errors: { accounts: ['Это не ваш счёт'] } }))
    const visitor = await portal.customer()
    const wrongAmount = await visitor.get(`${bothOwed}&amount=abc`)
    expect(wrongAmount.errorSummary).toHaveLength(1)
    expect(wrongAmount.summaryLeadsTo).toEqual([])
    const wrongAccount = await visitor.get(bothOwed)
    expect(wrongAccount.errorSummary).toEqual(['Это не ваш счёт'])
    expect(wrongAccount.summaryLeadsTo).toEqual([])
  })
})

describe('the preview', () => {
  test('has a field for each part, what it pays and the total', async () => {
    const { page } = await open()
    expect(page.status).toBe(200)
    expect(page.field(`part-${home.account}`).value).toBe('2450,50')
    expect(page.field(`part-${flat.account}`).value).toBe('1861,70')
    expect(page.main).toContain('За август 2026: 450,50 ₽, За сентябрь 2026: 2 000,00 ₽')
    expect(page.main).toMatch(/Всего\s*4 312\s?,20 ₽/)
    expect(page.controls('paymentMethod').map(({ value }) => value)).toEqual(['', 'method-1'])
    expect(page.field('saveMethod').checked).toBe(false)
    expect(keyIn(page)).toMatch(/^[\da-f-]{36}$/)
  })

  test('says that a saved card is charged at once, and only without one that the bank’s page follows', async () => {
    const withCards = (await open()).page.main
    expect(withCards).toContain('с сохранённой карты деньги спишутся сразу')
    expect(withCards).not.toContain('Оплата на странице банка')
    upstream.on('savedMethods', { body: { data: [] } })
    const withoutCards = (await open()).page.main
    expect(withoutCards).toContain('Оплата на странице банка')
    expect(withoutCards).not.toContain('спишутся сразу')
  })

  test('is valid HTML, also rejected and refused', async () => {
    const { visitor, page } = await open()
    expect(await faultsOfHtml(page.html)).toEqual([])
    const rejected = await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: 'сто' })
    expect(await faultsOfHtml(rejected.html)).toEqual([])
    upstream.on('basketPreview', refusal({ code: 'different_payees', groups: [['1'], ['2', '3']] }))
    expect(await faultsOfHtml((await visitor.get(bothOwed)).html)).toEqual([])
  })

  test('names the chosen accounts that owe nothing', async () => {
    const { page } = await open(`${bothOwed}&account=${dachaAccount.account}`)
    expect(page.main).toContain(`Платить не за что: ${dachaAccount.account}.`)
    expect(page.controls(`part-${dachaAccount.account}`)).toEqual([])
  })

  test('says when nothing at all is owed, and has no button to pay', async () => {
    answerAsUsual()
    upstream.on('basketPreview', { body: { data: { amount: 0, parts: [] } } })
    const page = await (await portal.customer()).get(bothOwed)
    expect(page.main).toContain('По выбранным лицевым счетам долга нет.')
    expect(page.buttons).not.toContain('Оплатить')
  })

  test.each([
    ['0,99', 99],
    ['1 000 000', 100_000_000],
  ])('asks the API about the amount %s, whatever a payment may be', async (amount, kopecks) => {
    await open(`${bothOwed}&amount=${encodeURIComponent(amount)}`)
    expect(previews()).toEqual([{ accounts: [home.account, flat.account], amount: kopecks }])
  })

  test.each(['0', 'сто'])('is not asked for with the amount %s', async (amount) => {
    const { page } = await open(`${bothOwed}&amount=${encodeURIComponent(amount)}`)
    expect(page.status).toBe(400)
    expect(page.title).toBe('Ошибка: Оплата нескольких лицевых счетов — My New Project')
    expect(page.field('amount').errors).toHaveLength(1)
    expect(page.field('amount').value).toBe(amount)
    expect(page.controls('account').map(({ checked }) => checked)).toEqual([true, false, true])
    expect(previews()).toEqual([])
    expect(page.buttons).not.toContain('Оплатить')
  })

  test('that is refused says why at the field', async () => {
    answerAsUsual()
    const words = 'Это больше, чем вы должны'
    upstream.on('basketPreview', refusal({ errors: { amount: [words], accounts: ['Не те счета'] } }))
    const page = await (await portal.customer()).get(`${bothOwed}&amount=9000`)
    expect(page.status).toBe(400)
    expect(page.field('amount').errors).toEqual([words])
    expect(page.field('amount').value).toBe('9000')
    expect(page.field('account').errors).toEqual(['Не те счета'])
    expect(page.errorSummary).toEqual(['Не получилось', 'Не те счета', words])
    expect(page.summaryLeadsTo).toEqual(['account', 'amount'])
    expect(page.main).not.toContain('Всего')
  })

  test('of several payees says so, with a link for each of them', async () => {
    answerAsUsual()
    const groups = [[home.account, flat.account], [dachaAccount.account]]
    upstream.on('basketPreview', refusal({ code: 'different_payees', groups }))
    const page = await (await portal.customer()).get(bothOwed)
    expect(page.status).toBe(400)
    expect(page.errorSummary).toEqual([
      `Сначала оплатите лицевые счета ${home.account} и ${flat.account}, потом отдельным платежом лицевой счёт ${dachaAccount.account}.`,
    ])
    expect(page.link(`Оплатить лицевые счета ${home.account} и ${flat.account}`)).toBe(bothOwed)
    expect(page.link(`Оплатить лицевой счёт ${dachaAccount.account}`)).toBe(
      `${path}?account=${dachaAccount.account}`,
    )
    expect(page.buttons).not.toContain('Оплатить')
  })

  test.each([{}, { groups: [] }, { groups: [[]] }])('of several payees is a fault with %j', async (more) => {
    answerAsUsual()
    upstream.on('basketPreview', refusal({ code: 'different_payees', ...more }))
    expect(await (await portal.customer()).get(bothOwed)).toBeErrorScreen(502)
  })

  test.each([
    [404, 404],
    [503, 503],
  ])('refused with %i is the screen of %i', async (status, screen) => {
    answerAsUsual()
    upstream.on('basketPreview', refusal({}, status))
    expect(await (await portal.customer()).get(bothOwed)).toBeErrorScreen(screen)
  })

  test.each([{ amount: 1 }, { amount: 1.5, parts: [] }, { amount: 1, parts: [{ account: '1' }] }])(
    'with the answer %j is a fault',
    async (data) => {
      answerAsUsual()
      upstream.on('basketPreview', { body: { data } })
      expect(await (await portal.customer()).get(bothOwed)).toBeErrorScreen(502)
    },
  )

  test('comes without the saved cards when they can’t be loaded', async () => {
    answerAsUsual()
    upstream.on('savedMethods', 'answers 500')
    const page = await (await portal.customer()).get(bothOwed)
    expect(page.status).toBe(200)
    expect(page.main).toContain('Не удалось загрузить сохранённые карты')
    expect(page.controls('paymentMethod')).toEqual([])
    expect(page.buttons).toContain('Оплатить')
  })

  test('is not found for a number that no account has', async () => {
    expect((await open(`${path}?account=${'9'.repeat(1_001)}`)).page).toBeErrorScreen(404)
    expect(previews()).toEqual([])
  })
})

describe('the form', () => {
  const returnAddresses = {
    successUrl: `${portal.publicUrl.origin}/personal/pay-success`,
    failedUrl: `${portal.publicUrl.origin}/personal/pay-failed`,
  }

  test('leads to the bank, with its parts as typed', async () => {
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', {
      [`part-${home.account}`]: '1 000.5',
      [`part-${flat.account}`]: '1861,7',
      saveMethod: true,
    })
    expect(answer).toHaveRedirect(basket.confirmationUrl, 303)
    const [call] = pressed()
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.headers).not.toHaveProperty('x-pay-anew')
    expect(call?.headers).not.toHaveProperty('x-seen-balance')
    expect(call?.body).toEqual({
      parts: [
        { account: home.account, amount: 100_050 },
        { account: flat.account, amount: 186_170 },
      ],
      saveMethod: true,
      ...returnAddresses,
    })
  })

  test.each(['', '0,00'])('leaves out a part of %j', async (amount) => {
    const { visitor, page } = await open()
    expect(await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: amount })).toHaveRedirect(
      basket.confirmationUrl,
      303,
    )
    expect(pressed()[0]?.body).toMatchObject({ parts: [{ account: flat.account, amount: 186_170 }] })
  })

  test('pays a part of some kopecks, where all come to a ruble', async () => {
    const { visitor, page } = await open()
    await visitor.press(page, 'Оплатить', {
      [`part-${home.account}`]: '0,37',
      [`part-${flat.account}`]: '0,63',
    })
    expect(pressed()[0]?.body).toMatchObject({ parts: [{ amount: 37 }, { amount: 63 }] })
  })

  test('pays with a saved card without the bank’s page, and saves no card twice', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', { status: 201, body: { data: { ...basket, confirmationUrl: null } } })
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1', saveMethod: true })
    expect(answer).toHaveRedirect('/personal/pay-success?basket=basket-7', 303)
    expect(pressed()[0]?.body).toMatchObject({ paymentMethod: 'method-1', saveMethod: false })
  })

  test('treats a new card without the bank page as a fault', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', { status: 201, body: { data: { ...basket, confirmationUrl: null } } })
    expect((await visitor.press(page, 'Оплатить')).status).toBe(502)
  })

  test.each([
    { ...basket, status: 'succeeded' },
    { ...basket, status: 'canceled' },
  ])('leads to the result where the end is known: %j', async (data) => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', { status: 201, body: { data } })
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect('/personal/pay-success?basket=basket-7', 303)
  })

  test('treats a bank page of an unknown site as a fault', async () => {
    const { visitor, page } = await open()
    const confirmationUrl = 'https://evil.test/'
    upstream.on('beginBasket', { status: 201, body: { data: { ...basket, confirmationUrl } } })
    const answer = await visitor.press(page, 'Оплатить')
    expect(answer.status).toBe(502)
    expect(answer.html).not.toContain('evil.test')
    expect(answer.errorSummary).toContain('Деньги не списаны.')
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test.each(['сто', '350 000,01'])('rejects the part %s, and keeps what was typed', async (typed) => {
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', {
      [`part-${home.account}`]: typed,
      [`part-${flat.account}`]: '15',
      paymentMethod: 'method-1',
      saveMethod: true,
    })
    expect(answer.status).toBe(400)
    expect(answer.title).toBe('Ошибка: Оплата нескольких лицевых счетов — My New Project')
    expect(answer.field(`part-${home.account}`).errors).toHaveLength(1)
    expect(answer.summaryLeadsTo).toEqual([`part-${home.account}`])
    expect(answer.field(`part-${home.account}`).value).toBe(typed)
    expect(answer.field(`part-${flat.account}`).value).toBe('15')
    expect(answer.field('saveMethod').checked).toBe(true)
    expect(answer.controls('paymentMethod').map(({ checked }) => checked)).toEqual([false, true])
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(pressed()).toEqual([])
  })

  test.each([
    [['', '0'], 'Введите сумму хотя бы по одному лицевому счёту'],
    [['0,40', '0,59'], 'Наименьшая сумма платежа — 1 ₽'],
    [['200 000', '150 000,01'], 'Наибольшая сумма одного платежа — 350 000 ₽'],
  ])('rejects the parts %j together', async ([first = '', second = ''], words) => {
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', {
      [`part-${home.account}`]: first,
      [`part-${flat.account}`]: second,
    })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual([words])
    expect(pressed()).toEqual([])
  })

  test('keeps parts that no sum can be told of', async () => {
    const { visitor, page } = await open()
    const typed = '50000000000000'
    const answer = await visitor.press(page, 'Оплатить', {
      [`part-${home.account}`]: typed,
      [`part-${flat.account}`]: typed,
    })
    expect(answer.status).toBe(400)
    for (const { account } of [home, flat]) {
      expect(answer.field(`part-${account}`).value).toBe(typed)
      expect(answer.field(`part-${account}`).errors).toHaveLength(1)
    }
    expect(answer.main).toMatch(/Всего\s*проверьте суммы/)
    expect(pressed()).toEqual([])
  })

  test('offers a new card when the chosen one was unlinked meanwhile', async () => {
    const { visitor, page } = await open()
    const words = 'Эта карта отвязана: выберите другую'
    upstream.on('savedMethods', { body: { data: [] } })
    upstream.on('beginBasket', refusal({ errors: { paymentMethod: [words] } }))
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(answer.status).toBe(400)
    expect(answer.controls('paymentMethod')).toMatchObject([{ value: '', checked: true }])
    expect(answer.one('fieldset #pay-paymentMethod-error')?.text).toBe(words)
    expect(answer.summaryLeadsTo).toEqual(['paymentMethod'])
  })

  test('says above that an account is no longer the customer’s', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', refusal({ message: 'Этого счёта больше нет в вашем кабинете' }, 409))
    upstream.on('accounts', { body: { data: [home] } })
    upstream.on('basketPreview', refusal({}, 404))
    const answer = await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: '77,7' })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual(['Этого счёта больше нет в вашем кабинете'])
    expect(answer.field(`part-${home.account}`).value).toBe('77,7')
    expect(answer.field(`part-${flat.account}`).value).toBe('1861,70')
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test.each([[`part-${flat.account}`], ['parts.1.amount'], ['parts[1].amount'], [flat.account]])(
    'says what the API refuses of %s at the part',
    async (field) => {
      const { visitor, page } = await open()
      upstream.on('beginBasket', refusal({ errors: { [field]: ['Слишком много'] } }))
      const answer = await visitor.press(page, 'Оплатить')
      expect(answer.status).toBe(400)
      expect(answer.field(`part-${flat.account}`).errors).toEqual(['Слишком много'])
    },
  )

  test('counts the refused part among the sent ones', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', refusal({ errors: { 'parts.0.amount': ['Мало'] } }))
    const answer = await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: '' })
    expect(answer.field(`part-${flat.account}`).errors).toEqual(['Мало'])
    expect(answer.field(`part-${home.account}`).errors).toEqual([])
  })

  test('keeps everything when its page can’t be loaded either', async () => {
    const { visitor, page } = await open()
    for (const call of ['beginBasket', 'basketPreview', 'savedMethods'] as const) upstream.on(call, 'reset')
    const answer = await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: '77,7' })
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toContain('Деньги не списаны.')
    expect(answer.field(`part-${home.account}`).value).toBe('77,7')
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test('keeps the chosen card, so that the next press is the same one, when the cards can’t be loaded', async () => {
    const { visitor, page } = await open()
    for (const call of ['beginBasket', 'savedMethods'] as const) upstream.on(call, 'answers 500')
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(answer.status).toBe(502)
    const cards = answer.controls('paymentMethod').map(({ value, checked }) => ({ value, checked }))
    expect(cards).toEqual([
      { value: '', checked: false },
      { value: 'method-1', checked: true },
    ])
    expect(answer.main).toContain('Не удалось загрузить сохранённые карты')
    upstream.on('beginBasket', { status: 201, body: { data: { ...basket, confirmationUrl: null } } })
    await visitor.press(answer, 'Оплатить')
    const { headers, body } = pressed().at(-1) ?? {}
    expect(headers?.['idempotency-key']).toBe(keyIn(page))
    expect(body).toMatchObject({ paymentMethod: 'method-1' })
  })

  test.each([{}, { 'part-': '5' }, { [`part-${'9'.repeat(1_001)}`]: '5' }])(
    'without a part pays nothing: %j',
    async (fields) => {
      answerAsUsual()
      const answer = await (await portal.customer()).post(bothOwed, fields)
      expect(answer.status).toBe(400)
      expect(answer.errorSummary).toEqual(['Введите сумму хотя бы по одному лицевому счёту'])
      expect(pressed()).toEqual([])
    },
  )

  test('pays nothing that is not ticked', async () => {
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', { [`tick-${home.account}`]: false })
    expect(answer).toHaveRedirect(basket.confirmationUrl, 303)
    expect(pressed()[0]?.body).toMatchObject({ parts: [{ account: flat.account, amount: 186_170 }] })
  })

  test('ignores what is typed for an account without a tick, and keeps it', async () => {
    const { visitor, page } = await open()
    const rejected = await visitor.press(page, 'Оплатить', {
      [`tick-${home.account}`]: false,
      [`part-${home.account}`]: 'сто',
      [`part-${flat.account}`]: 'двести',
    })
    expect(rejected.status).toBe(400)
    expect(rejected.field(`part-${home.account}`)).toMatchObject({ value: 'сто', errors: [] })
    expect(rejected.field(`part-${flat.account}`).errors).toHaveLength(1)
    expect(rejected.field(`tick-${home.account}`).checked).toBe(false)
    expect(rejected.field(`tick-${flat.account}`).checked).toBe(true)
  })

  test('asks for a tick where there is none', async () => {
    const { visitor, page } = await open()
    const none = { [`tick-${home.account}`]: false, [`tick-${flat.account}`]: false }
    const rejected = await visitor.press(page, 'Оплатить', none)
    expect(rejected.errorSummary).toEqual(['Отметьте хотя бы один лицевой счёт'])
    expect(pressed()).toEqual([])
  })

  test('charges a saved card only the total that was shown', async () => {
    const { visitor, page } = await open()
    const rejected = await visitor.press(page, 'Оплатить', {
      [`tick-${home.account}`]: false,
      paymentMethod: 'method-1',
    })
    expect(rejected.status).toBe(400)
    expect(rejected.errorSummary.join(' ')).toContain('Теперь к оплате 1 861,70 ₽.')
    expect(rejected.main).toMatch(/Всего\s*1 861\s?,70 ₽/)
    expect(pressed()).toEqual([])
    await visitor.press(rejected, 'Оплатить')
    expect(pressed()[0]?.body).toMatchObject({
      parts: [{ account: flat.account, amount: 186_170 }],
      paymentMethod: 'method-1',
    })
  })

  test.each(['a[0]', '__proto__', 'л/с 5'])('pays the account %s', async (account) => {
    answerAsUsual()
    upstream.on('accounts', { body: { data: [{ ...home, account }] } })
    upstream.on('basketPreview', { body: { data: { amount: 500, parts: [{ account, amount: 500 }] } } })
    const visitor = await portal.customer()
    const page = await visitor.get(`${path}?${new URLSearchParams({ account })}`)
    await visitor.press(page, 'Оплатить', { [`part-${account}`]: '6' })
    expect(pressed()[0]?.body).toMatchObject({ parts: [{ account, amount: 600 }] })
  })
})

describe('a press that may pay twice', () => {
  const pendingOf = (amount: number) => ({
    data: [
      {
        id: 'p1',
        account: home.account,
        amount,
        status: 'pending',
        createdAt: '2026-10-05T09:12:44Z',
        source: 'personal',
        confirmationUrl: null,
        method: { kind: 'card', title: 'Карта *4444' },
      },
    ],
    meta: { nextCursor: null, count: 1, totalAmount: amount },
  })
  const payHomeElsewhere = (amount: number) =>
    upstream.on('history', ({ id }) => ({ body: id === home.account ? pendingOf(amount) : nonePending }))

  test('asks first, by the account that is being paid, and pays when it is confirmed', async () => {
    const { visitor, page } = await open()
    payHomeElsewhere(245_050)
    const question = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(question.status).toBe(400)
    expect(question.errorSummary).toEqual([
      expect.stringMatching(
        new RegExp(`^Лицевой счёт ${home.account}\\. Вы уже платите 2 450,50 ₽ \\(Карта \\*4444\\)`),
      ),
      `Лицевой счёт ${home.account}. Вместе с новым платежом получится 4 901,00 ₽, а к оплате 2 450,50 ₽.`,
    ])
    expect(pressed()).toEqual([])
    expect(keyIn(question)).toBe(keyIn(page))

    upstream.on('beginBasket', { status: 201, body: { data: { ...basket, confirmationUrl: null } } })
    const paid = await visitor.press(question, 'Всё равно заплатить 4 312,20 ₽')
    expect(paid).toHaveRedirect('/personal/pay-success?basket=basket-7', 303)
    const [call] = pressed()
    expect(call?.headers['x-pay-anew']).toBe('true')
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.body).toMatchObject({
      parts: [
        { account: home.account, amount: 245_050 },
        { account: flat.account, amount: 186_170 },
      ],
      paymentMethod: 'method-1',
    })
  })

  const begin = (account: string, more: object) => {
    const [listed] = pendingOf(100).data
    const payment = { ...listed, account, amount: 245_050, method: null, ...more }
    return { data: [payment], meta: { nextCursor: null, count: 1, totalAmount: payment.amount } }
  }
  const beginAt = (confirmationUrl: string) =>
    upstream.on('history', ({ id }) => ({
      body: begin(id ?? '', { id: `of-${id}`, confirmationUrl }),
    }))

  test('leads first to the bank’s page of the payment that was begun', async () => {
    const { visitor, page } = await open()
    beginAt(basket.confirmationUrl)
    const question = await visitor.press(page, 'Оплатить')
    expect(question.link('Продолжить оплату (другой сайт)')).toBe(basket.confirmationUrl)
    expect(question.html.indexOf('Продолжить оплату')).toBeLessThan(
      question.html.indexOf('Всё равно заплатить'),
    )
    expect(await faultsOfHtml(question.html)).toEqual([])
    expect(pressed()).toEqual([])
  })

  test('leads to the newest of several payments', async () => {
    const { visitor, page } = await open()
    upstream.on('history', ({ id }) => ({
      body:
        id === flat.account
          ? begin(flat.account, {
              confirmationUrl: 'https://yoomoney.ru/new',
              createdAt: '2026-10-05T12:00:00+03:00',
            })
          : begin(home.account, {
              confirmationUrl: 'https://yoomoney.ru/old',
              createdAt: '2026-10-05T08:59:00Z',
            }),
    }))
    const question = await visitor.press(page, 'Оплатить')
    expect(question.link('Продолжить оплату (другой сайт)')).toBe('https://yoomoney.ru/new')
    expect(question.html).not.toContain('https://yoomoney.ru/old')
  })

  test('leads to the payment’s own page where the bank’s page is of an unknown site', async () => {
    const { visitor, page } = await open()
    beginAt('https://evil.test/')
    const question = await visitor.press(page, 'Оплатить')
    expect(question.link('Продолжить оплату')).toBe(`/personal/pay-success?payment=of-${home.account}`)
    expect(question.html).not.toContain('evil.test')
  })

  test('leads to the outcome of a saved card’s charge', async () => {
    const { visitor, page } = await open()
    payHomeElsewhere(245_050)
    const question = await visitor.press(page, 'Оплатить')
    expect(question.link('Проверить платёж')).toBe('/personal/pay-success?payment=p1')
    expect(question.html).not.toContain('Продолжить оплату')
  })

  test('leads to no payment of others, and to none that is not asked about', async () => {
    const { visitor, page } = await open()
    upstream.on('history', ({ id }) => ({
      body:
        id === home.account
          ? begin(home.account, { own: false, method: { kind: 'card', title: 'Карта *4444' } })
          : begin(flat.account, { amount: 100, confirmationUrl: basket.confirmationUrl }),
    }))
    const question = await visitor.press(page, 'Оплатить', { [`part-${flat.account}`]: '10' })
    expect(question.buttons).toContain('Всё равно заплатить 2 460,50 ₽')
    expect(question.html).not.toContain('Продолжить оплату')
    expect(question.html).not.toContain('Проверить платёж')
  })

  test('asks when an account was paid since its page was drawn', async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [{ ...home, balance: 0 }, dachaAccount, flat] } })
    const question = await visitor.press(page, 'Оплатить')
    expect(question.status).toBe(400)
    expect(question.errorSummary).toEqual([
      `Лицевой счёт ${home.account}. С тех пор как вы открыли страницу, по этому лицевому счёту зачтено 2 450,50 ₽.`,
      `Лицевой счёт ${home.account}. Новый платёж — 2 450,50 ₽, а долга нет.`,
    ])
    expect(pressed()).toEqual([])
  })

  test('asks in one sentence about several accounts, with the list folded', async () => {
    const { visitor, page } = await open()
    const paidSince = [home, flat].map((one) => ({ ...one, balance: 0 }))
    upstream.on('accounts', { body: { data: paidSince } })
    const question = await visitor.press(page, 'Оплатить')
    expect(question.errorSummary[0]).toBe(
      'По 2 из этих лицевых счетов уже платят или заплатили: вместе с новым платежом получится больше, чем к оплате.',
    )
    const [folded] = question.all('[data-error-summary] details:not([open])')
    expect(folded?.text).toContain(`Лицевой счёт ${flat.account}.`)
    expect(await faultsOfHtml(question.html)).toEqual([])
  })

  test('pays after the question what was ticked', async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [home, dachaAccount, { ...flat, balance: 0 }] } })
    const question = await visitor.press(page, 'Оплатить', { [`tick-${home.account}`]: false })
    await visitor.press(question, 'Всё равно заплатить 1 861,70 ₽')
    expect(pressed()[0]?.body).toMatchObject({ parts: [{ account: flat.account, amount: 186_170 }] })
  })

  test('pays by one press more what was paid since, and not by a second press of the first button', async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [{ ...home, balance: 0 }, dachaAccount, flat] } })
    const question = await visitor.press(page, 'Оплатить')
    const again = await visitor.press(question, 'Оплатить')
    expect(again.status).toBe(400)
    expect(pressed()).toEqual([])
    const paid = await visitor.press(again, 'Всё равно заплатить 4 312,20 ₽')
    expect(paid).toHaveRedirect(basket.confirmationUrl, 303)
    const [call] = pressed()
    expect(call?.headers).toMatchObject({ 'idempotency-key': keyIn(page), 'x-pay-anew': 'true' })
    expect(call?.body).toMatchObject({ parts: parts.map(({ account, amount }) => ({ account, amount })) })
  })

  test('pays by one press more with scripts, too: the answer has what every account owes now', async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [{ ...home, balance: 45_051 }, dachaAccount, flat] } })
    const { action, values } = page.formOf('Оплатить')
    const press = (more: Record<string, string> = {}) =>
      visitor.postData(action, { ...Object.fromEntries(values), ...more })
    const question = await press()
    expect(question.status).toBe(400)
    expect(plain(question.html)).toContain('по этому лицевому счёту зачтено 1 999,99 ₽')
    expect(question.html).toContain('"45051"')
    expect(previews()).toHaveLength(1)
    expect(pressed()).toEqual([])
    const paid = await press({ [`seen-${home.account}`]: '45051', confirmed: 'yes' })
    expect(paid.html).toContain(basket.confirmationUrl)
    expect(pressed()).toHaveLength(1)
  })

  test('is asked about with scripts when the API asks and then can’t tell what is owed', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', refusal({ message: 'Вы уже платите.', code: 'confirm_required' }))
    let lists = 0
    upstream.on('accounts', () => (lists++ === 0 ? { body: { data: own } } : 'answers 503 with Retry-After'))
    const { action, values } = page.formOf('Оплатить')
    const question = await visitor.postData(action, Object.fromEntries(values))
    expect(question.status).toBe(400)
    expect(question.html).toContain('Вы уже платите.')
    expect(question.html).not.toContain('currentBalance')
    expect(question.headers).not.toHaveProperty('retry-after')
  })

  test('asks once more when the balance falls again after the question', async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [{ ...home, balance: 45_050 }, dachaAccount, flat] } })
    const question = await visitor.press(page, 'Оплатить')
    upstream.on('accounts', { body: { data: [{ ...home, balance: 0 }, dachaAccount, flat] } })
    const again = await visitor.press(question, 'Всё равно заплатить 4 312,20 ₽')
    expect(again.errorSummary[0]).toBe(
      `Лицевой счёт ${home.account}. С тех пор как вы открыли страницу, по этому лицевому счёту зачтено 450,50 ₽.`,
    )
    expect(pressed()).toEqual([])
    const paid = await visitor.press(again, 'Всё равно заплатить 4 312,20 ₽')
    expect(paid).toHaveRedirect(basket.confirmationUrl, 303)
  })

  test('asks in the words of an API that alone knows of the other payment', async () => {
    const { visitor, page } = await open()
    upstream.on('beginBasket', refusal({ message: 'Вы уже платите.', code: 'confirm_required' }))
    const question = await visitor.press(page, 'Оплатить')
    expect(question.errorSummary).toEqual(['Вы уже платите.'])
    expect(keyIn(question)).toBe(keyIn(page))
    expect(question.buttons).toContain('Всё равно заплатить 4 312,20 ₽')
  })

  test('is the same payment when the pending one is its own', async () => {
    const { visitor, page } = await open()
    await visitor.press(page, 'Оплатить')
    payHomeElsewhere(245_050)
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect(basket.confirmationUrl, 303)
    expect(pressed().map(({ headers }) => headers['idempotency-key'])).toEqual([keyIn(page), keyIn(page)])
  })

  test.each(['accounts', 'history'] as const)('pays nothing while %s can’t be told', async (call) => {
    const { visitor, page } = await open()
    upstream.on(call, 'answers 500')
    const answer = await visitor.press(page, 'Оплатить', { [`part-${home.account}`]: '77,7' })
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toContain('Деньги не списаны.')
    expect(answer.field(`part-${home.account}`).value).toBe('77,7')
    expect(pressed()).toEqual([])
  })
})

describe('the list of accounts', () => {
  const listOf = async (...accounts: object[]) => {
    upstream.on('accounts', { body: { data: accounts } })
    return (await portal.customer()).get('/personal')
  }

  test('leads to the payment of all that are owed', async () => {
    const page = await listOf(...own)
    expect(page.link('Оплатить всё: 4 312,20 ₽')).toBe('/personal/pay-several?accounts=all')
  })

  test('does not where one account alone is owed', async () => {
    expect((await listOf(home, dachaAccount)).html).not.toContain(path)
  })
})

test('an API without the feature is not asked for its result, nor offered it', async () => {
  await withBaseData({ ...baseData, features: ['security'] }, async (without, its) => {
    its.on('accounts', { body: { data: own } })
    const visitor = await without.customer()
    expect((await visitor.get('/personal')).html).not.toContain('pay-several')
    const page = await visitor.get('/personal/pay-success?basket=basket-1')
    expect([page.status, page.h1]).toEqual([200, 'Здесь нет платежа'])
    expect(its.named('basket')).toEqual([])
  })
})
