import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer, dachaAccount, homeAccount } from '../support/default-answers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const payment = {
  id: 'payment-7',
  account: homeAccount.account,
  amount: 245_050,
  status: 'pending',
  createdAt: '2026-10-05T09:12:44Z',
  source: 'personal',
  confirmationUrl: 'https://yoomoney.ru/checkout?orderId=7',
}
const nonePending = { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } }

const pendingOf = (...data: { amount: number; [field: string]: unknown }[]) => ({
  data,
  meta: {
    nextCursor: null,
    count: data.length,
    totalAmount: data.reduce((sum, { amount }) => sum + amount, 0),
  },
})

const open = async (path = '/personal/pay', pending: unknown = nonePending) => {
  upstream.on('history', { body: pending })
  const visitor = await portal.customer()
  return { visitor, page: await visitor.get(path) }
}
const keyIn = (page: Page) => page.field('idempotencyKey').value

describe('the payment page of a customer', () => {
  test('is for the default account, and prefills the debt', async () => {
    const { page } = await open()
    expect(page.h1).toBe('Оплата')
    expect(page.main).toContain(`Дом, лицевой счёт ${homeAccount.account}`)
    expect(page.main).toMatch(/К оплате 2 450\s?,50 ₽/)
    expect(page.field('amount').value).toBe('2450,50')
    const [history] = upstream.named('history')
    expect(history?.path).toBe(`/api/v1/personal/history/${homeAccount.account}?status=pending&limit=100`)
  })

  test('is for the account of its address, and can be switched', async () => {
    const { page } = await open(`/personal/pay?account=${dachaAccount.account}`)
    expect(page.main).toContain(`Дача, лицевой счёт ${dachaAccount.account}`)
    expect(page.main).toMatch(/Переплата 150\s?,00 ₽/)
    expect(page.field('amount').value).toBe('')
    expect(page.links).toContain(`/personal/pay?account=${homeAccount.account}`)
  })

  test('of an account that can’t be paid here says why, with its invoice, and has no form', async () => {
    const unpayable = 'Этот лицевой счёт пока нельзя оплатить на сайте: платежи получает другая организация.'
    upstream.on('accounts', { body: { data: [{ ...homeAccount, unpayable }, dachaAccount] } })
    const { visitor, page } = await open()
    expect(page.main).toContain(unpayable)
    expect(page.main).toMatch(/К оплате 2 450\s?,50 ₽/)
    expect(page.links).toContain(`/personal/invoice?account=${homeAccount.account}`)
    expect(page.all('input[name=amount]')).toEqual([])
    expect(page.main).not.toContain('подключите автоплатёж')
    const other = await visitor.get(`/personal/pay?account=${dachaAccount.account}`)
    expect(other.main).not.toContain('нельзя оплатить')
    expect(other.all('input[name=amount]')).toHaveLength(1)
  })

  test('names an account without a title by its number alone', async () => {
    upstream.on('accounts', { body: { data: [{ ...homeAccount, title: null }] } })
    const { page } = await open()
    expect(page.main).toContain(`Лицевой счёт ${homeAccount.account}`)
    expect(page.main).not.toContain(`, лицевой счёт ${homeAccount.account}`)
  })

  test('is for the first account when there is no default one', async () => {
    upstream.on('defaultAccount', { body: { account: null } })
    expect((await open()).page.main).toContain(`лицевой счёт ${homeAccount.account}`)
  })

  test.each([
    ['a part of the debt that was chosen', 100_000, 245_050, '1000,00'],
    ['what is left of a debt that was paid in part', 245_050, 45_050, '450,50'],
  ])('prefills, after a canceled payment, %s', async (_, amount, balance, prefilled) => {
    upstream.on('accounts', { body: { data: [{ ...homeAccount, balance }, dachaAccount] } })
    upstream.on('history', { body: nonePending })
    const canceled = { ...payment, amount, status: 'canceled', cancelReason: 'insufficient_funds' }
    upstream.on('personalPaymentState', { body: { data: canceled } })
    const visitor = await portal.customer()
    const result = await visitor.get('/personal/pay-failed?payment=payment-7')
    const page = await visitor.get(result.link('Оплатить ещё раз') ?? '')
    expect(page.main).toContain(`лицевой счёт ${homeAccount.account}`)
    expect(page.field('amount').value).toBe(prefilled)
  })

  test.each([0, -5_000])(
    'is not offered, after a canceled payment, where the balance is %i',
    async (balance) => {
      upstream.on('accounts', { body: { data: [{ ...homeAccount, balance }, dachaAccount] } })
      const canceled = { ...payment, status: 'canceled', cancelReason: 'insufficient_funds' }
      upstream.on('personalPaymentState', { body: { data: canceled } })
      const result = await (await portal.customer()).get('/personal/pay-failed?payment=payment-7')
      expect(result.link('Оплатить ещё раз')).toBeUndefined()
      expect(result.main).toContain('платить ещё раз не нужно')
    },
  )

  test("is not found for another customer's account", async () => {
    upstream.on('history', { status: 404, body: { message: 'Нет' } })
    const visitor = await portal.customer()
    expect(await visitor.get('/personal/pay?account=999')).toBeErrorScreen(404)
    expect((await open('/personal/pay?account=998')).page).toBeErrorScreen(404)
  })

  test('asks for the whole debt, with links to pending payments', async () => {
    const { page } = await open('/personal/pay', pendingOf({ ...payment, id: 'p1', amount: 45_050 }))
    expect(page.main).toMatch(/К оплате 2 450\s?,50 ₽/)
    expect(page.main).not.toContain('Долга нет')
    expect(page.field('amount').value).toBe('2450,50')
    expect(page.main).toMatch(/Вы начали оплату 450,50 ₽ 5 октября( 2026 г\.)? в 12:12/)
    expect(page.link('Продолжить оплату (другой сайт)')).toBe(payment.confirmationUrl)
  })

  test('tells several pending payments apart by the names of their links alone', async () => {
    const charge = {
      ...payment,
      id: 'p3',
      amount: 10_000,
      confirmationUrl: null,
      method: { kind: 'card', title: 'Карта *4444' },
    }
    const earlier = { ...payment, id: 'p2', createdAt: '2026-10-05T08:00:00Z', confirmationUrl: null }
    const { page } = await open('/personal/pay', pendingOf({ ...payment, id: 'p1' }, earlier, charge))
    const names = page.all('main a').map(({ text }) => plain(text))
    expect(names.filter((name) => /^(Продолжить|Проверить)/.test(name))).toEqual([
      'Продолжить оплату: 2 450,50 ₽, 5 октября 2026 г., 12:12 (другой сайт)',
      'Продолжить оплату: 2 450,50 ₽, 5 октября 2026 г., 11:00',
      'Проверить платёж: 100,00 ₽, 5 октября 2026 г., 12:12',
    ])
  })

  test('names only pending payments, also where the API lists others besides', async () => {
    const others = ['succeeded', 'canceled'].map((status) => ({
      ...payment,
      id: status,
      status,
      amount: 12_345,
    }))
    const { page } = await open(
      '/personal/pay',
      pendingOf({ ...payment, id: 'p1', amount: 45_050 }, ...others),
    )
    expect(page.main).toContain('Вы начали оплату 450,50 ₽')
    expect(page.main).not.toContain('123,45')
    expect((await open('/personal/pay', pendingOf(...others))).page.main).not.toContain('Вы начали оплату')
  })

  test('offers a new card and the saved ones', async () => {
    const { page } = await open()
    const choices = page.controls('paymentMethod').map(({ value, checked }) => ({ value, checked }))
    expect(choices).toEqual([
      { value: '', checked: true },
      { value: 'method-1', checked: false },
    ])
    expect(page.main).toContain('Новая карта')
    expect(page.main).toContain('Карта *4444')
    expect(page.field('saveMethod').checked).toBe(false)
  })

  test('offers no choice without saved cards', async () => {
    upstream.on('savedMethods', { body: { data: [] } })
    expect((await open()).page.controls('paymentMethod')).toEqual([])
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

  test('does not say beside the offer to keep a card that nothing of it is kept', async () => {
    const { page } = await open()
    expect(page.main).toContain('Сохранить карту для следующих платежей')
    expect(page.main).toContain('Полного номера и кода карты мы не видим и не храним.')
    expect(page.main).not.toContain('Данные карты мы не')
  })

  test('is linked from the menu and from each account', async () => {
    const { visitor } = await open()
    const page = await visitor.get('/personal')
    expect(page.links).toContain('/personal/pay')
    const links = page.all(`a[href="/personal/pay?account=${homeAccount.account}"]`)
    expect(links.map((link) => link.getAttribute('data-kind'))).toContain('primary')
  })
})

describe('the form', () => {
  test('leads to the bank', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: payment } })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', { amount: '100.5', saveMethod: true })
    expect(answer).toHaveRedirect(payment.confirmationUrl, 303)
    const [call] = upstream.named('personalPayment')
    expect(call?.id).toBe(homeAccount.account)
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.body).toEqual({
      amount: 10_050,
      saveMethod: true,
      successUrl: `${portal.publicUrl.origin}/personal/pay-success`,
      failedUrl: `${portal.publicUrl.origin}/personal/pay-failed`,
    })
  })

  test('pays the account it was rendered for, even if the default one has changed', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: payment } })
    const { visitor, page } = await open()
    upstream.on('defaultAccount', { body: { account: dachaAccount.account } })
    await visitor.press(page, 'Оплатить')
    expect(upstream.named('personalPayment').map(({ id }) => id)).toEqual([homeAccount.account])
  })

  test('pays with a saved card without the bank’s page, and saves no card twice', async () => {
    const body = { data: { ...payment, confirmationUrl: null } }
    upstream.on('personalPayment', { status: 201, body })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1', saveMethod: true })
    expect(answer).toHaveRedirect('/personal/pay-success?payment=payment-7', 303)
    expect(upstream.named('personalPayment')[0]?.body).toMatchObject({
      paymentMethod: 'method-1',
      saveMethod: false,
    })
  })

  test('leads to the bank for a saved card when the API says so', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: payment } })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(answer).toHaveRedirect(payment.confirmationUrl, 303)
  })

  test('keeps the chosen card, so that the next press is the same one, when the cards can’t be loaded', async () => {
    const { visitor, page } = await open()
    for (const call of ['personalPayment', 'savedMethods'] as const) upstream.on(call, 'answers 500')
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(answer.status).toBe(502)
    const cards = answer.controls('paymentMethod').map(({ value, checked }) => ({ value, checked }))
    expect(cards).toEqual([
      { value: '', checked: false },
      { value: 'method-1', checked: true },
    ])
    expect(answer.main).toContain('Не удалось загрузить сохранённые карты')
    await visitor.press(answer, 'Оплатить')
    const [first, second] = upstream.named('personalPayment')
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second?.body).toEqual(first?.body)
  })

  test.each([
    ['no other card is left', []],
    ['another card is left', [{ id: 'method-2', kind: 'card', title: 'Карта *2987' }]],
  ])('offers a new card when the chosen one was unlinked meanwhile, and %s', async (_, left) => {
    const { visitor, page } = await open()
    const words = 'Эта карта отвязана: выберите другую'
    upstream.on('savedMethods', { body: { data: left } })
    upstream.on('personalPayment', {
      status: 422,
      body: { message: 'Проверьте поля', errors: { paymentMethod: [words] } },
    })
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod: 'method-1' })
    expect(answer.status).toBe(400)
    const choices = answer.controls('paymentMethod').map(({ value, checked }) => ({ value, checked }))
    expect(choices).toEqual([
      { value: '', checked: true },
      ...left.map(({ id }) => ({ value: id, checked: false })),
    ])
    expect(answer.one('fieldset #pay-paymentMethod-error')?.text).toBe(words)
    expect(answer.summaryLeadsTo).toEqual(['paymentMethod'])
  })

  test('treats a bank page of an unknown site as a fault', async () => {
    const body = { data: { ...payment, confirmationUrl: 'https://evil.test/' } }
    upstream.on('personalPayment', { status: 201, body })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить')
    expect(answer.status).toBe(502)
    expect(answer.html).not.toContain('evil.test')
  })

  test.each(['0,99', 'сто'])('rejects the amount %j and keeps its key', async (amount) => {
    const { visitor, page } = await open(`/personal/pay?account=${dachaAccount.account}`)
    const answer = await visitor.press(page, 'Оплатить', { amount, paymentMethod: 'method-1' })
    expect(answer.status).toBe(400)
    expect(answer.title).toBe('Ошибка: Оплата: Дача, 1000200031 — My New Project')
    expect(answer.field('amount').errors).toHaveLength(1)
    expect(answer.main).toContain(`лицевой счёт ${dachaAccount.account}`)
    expect(answer.controls('paymentMethod').map(({ checked }) => checked)).toEqual([false, true])
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(upstream.named('personalPayment')).toEqual([])
  })

  test.each([
    [404, 404],
    [403, 200],
  ])(
    'refused with %i keeps what was typed when its account is gone, whose history answers %i',
    async (status, gone) => {
      const { visitor, page } = await open(`/personal/pay?account=${dachaAccount.account}`)
      upstream.on('personalPayment', { status, body: { message: 'Этого счёта у вас больше нет' } })
      upstream.on('accounts', { body: { data: [homeAccount] } })
      upstream.on(
        'history',
        gone === 200 ? { body: nonePending } : { status: gone, body: { message: 'Нет' } },
      )
      const answer = await visitor.press(page, 'Оплатить', { amount: '77,7', paymentMethod: 'method-1' })
      expect(answer.status).toBe(status)
      expect(answer).toShowFlash('error', 'Этого счёта у вас больше нет')
      expect(answer.h1).toBe('Оплата')
      expect(answer.field('account').value).toBe(dachaAccount.account)
      expect(answer.field('amount').value).toBe('77,7')
      expect(answer.controls('paymentMethod').find(({ checked }) => checked)?.value).toBe('method-1')
      expect(keyIn(answer)).toBe(keyIn(page))
    },
  )

  test('leads to the result of a finished payment', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: { ...payment, status: 'succeeded' } } })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить')
    expect(answer).toHaveRedirect('/personal/pay-success?payment=payment-7', 303)
  })
})

describe('a press while another payment is pending', () => {
  const pending = { ...payment, id: 'p1' }
  const charge = { ...pending, confirmationUrl: null, method: { kind: 'card', title: 'Карта *4444' } }

  /** Presses a form that was rendered before the other payment began, as in a second tab. */
  const pressBeside = async (
    other: typeof pending | typeof charge,
    fields: Record<string, string | boolean> = {},
  ) => {
    upstream.on('personalPayment', { status: 201, body: { data: { ...payment, id: 'p2' } } })
    const { visitor, page } = await open()
    upstream.on('history', { body: pendingOf(other) })
    return { visitor, page, answer: await visitor.press(page, 'Оплатить', fields) }
  }

  test('asks first, and pays nothing', async () => {
    const { page, answer } = await pressBeside(charge, { paymentMethod: 'method-1', amount: '2450,5' })
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual([
      expect.stringMatching(
        /^Вы уже платите 2 450,50 ₽ \(Карта \*4444\): начали 5 октября( 2026 г\.)? в 12:12\.$/,
      ),
      'Вместе с новым платежом получится 4 901,00 ₽, а к оплате 2 450,50 ₽.',
    ])
    expect(upstream.named('personalPayment')).toEqual([])
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(answer.field('amount').value).toBe('2450,5')
    expect(answer.controls('paymentMethod').find(({ checked }) => checked)?.value).toBe('method-1')
    expect(answer.link('Проверить платёж')).toBe('/personal/pay-success?payment=p1')
  })

  test('pays when it is confirmed, with the same key and values', async () => {
    const { visitor, page, answer } = await pressBeside(charge, {
      paymentMethod: 'method-1',
      amount: '2450,5',
    })
    upstream.on('personalPayment', { status: 201, body: { data: { ...charge, id: 'p2' } } })
    const paid = await visitor.press(answer, 'Всё равно заплатить 2 450,50 ₽')
    expect(paid).toHaveRedirect('/personal/pay-success?payment=p2', 303)
    const [call] = upstream.named('personalPayment')
    expect(call?.headers['x-pay-anew']).toBe('true')
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.body).toMatchObject({ amount: 245_050, paymentMethod: 'method-1' })
  })

  test('was not sent, and says so, when the current user can’t be loaded', async () => {
    const { visitor, page, answer } = await pressBeside(charge, {
      paymentMethod: 'method-1',
      amount: '2450,5',
    })
    const confirm = 'Всё равно заплатить 2 450,50 ₽'
    for (const pressed of [answer, answer]) {
      upstream.on('currentUser', { status: 503, body: { message: 'Нет' } })
      const refused = await visitor.press(pressed, confirm)
      expect(refused.status).toBe(503)
      expect(refused.errorSummary).toEqual([
        'Сервис временно недоступен. Попробуйте ещё раз.',
        'Деньги не списаны.',
      ])
      expect(refused.field('amount').value).toBe('2450,5')
      expect(refused.controls('paymentMethod').find(({ checked }) => checked)?.value).toBe('method-1')
      expect(keyIn(refused)).toBe(keyIn(page))
    }
    expect(upstream.named('personalPayment')).toEqual([])

    upstream.on('currentUser', { body: { data: customer } })
    upstream.on('personalPayment', { status: 201, body: { data: { ...charge, id: 'p2' } } })
    expect(await visitor.press(answer, confirm)).toHaveRedirect('/personal/pay-success?payment=p2', 303)
  })

  test('has an unknown outcome when it was sent before the current user couldn’t be loaded', async () => {
    upstream.on('personalPayment', 'cuts the connection')
    const { visitor, page } = await open()
    const card = { paymentMethod: 'method-1' }
    const unknown = await visitor.press(page, 'Оплатить', card)
    upstream.on('currentUser', { status: 503, body: { message: 'Нет' } })
    const answer = await visitor.press(unknown, 'Оплатить', card)
    expect(answer.errorSummary.join(' ')).toMatch(/Пока неизвестно, прошёл ли платёж/)
    expect(upstream.named('personalPayment')).toHaveLength(1)
  })

  test('asks again when the first button is pressed twice', async () => {
    const { visitor, answer } = await pressBeside(charge)
    expect((await visitor.press(answer, 'Оплатить')).status).toBe(400)
    expect(upstream.named('personalPayment')).toEqual([])
  })

  test('offers to continue at the bank or to begin a new payment', async () => {
    const { visitor, answer } = await pressBeside(pending)
    expect(answer.errorSummary[0]).toContain('Вы уже платите 2 450,50 ₽')
    expect(answer.link('Продолжить оплату (другой сайт)')).toBe(pending.confirmationUrl)
    const paid = await visitor.press(answer, 'Заплатить заново')
    expect(paid).toHaveRedirect(payment.confirmationUrl, 303)
    expect(upstream.named('personalPayment')[0]?.headers['x-pay-anew']).toBe('true')
  })

  test('begins a new payment from the page that lists the pending one', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: payment } })
    const { visitor, page } = await open('/personal/pay', pendingOf({ ...pending, amount: 45_050 }))
    expect(await visitor.press(page, 'Заплатить заново')).toHaveRedirect(payment.confirmationUrl, 303)
    const [call] = upstream.named('personalPayment')
    expect(call?.headers['x-pay-anew']).toBe('true')
    expect(call?.body).toMatchObject({ amount: 245_050, saveMethod: false })
  })

  test('pays the remaining debt without a question', async () => {
    const { answer } = await pressBeside({ ...pending, amount: 45_050 }, { amount: '2000' })
    expect(answer).toHaveRedirect(payment.confirmationUrl, 303)
    expect(upstream.named('personalPayment')[0]?.headers).not.toHaveProperty('x-pay-anew')
  })

  test('is the same payment when the pending one is its own', async () => {
    upstream.on('personalPayment', { status: 201, body: { data: pending } })
    const { visitor, page } = await open()
    await visitor.press(page, 'Оплатить')
    upstream.on('history', { body: pendingOf(pending) })
    expect(await visitor.press(page, 'Оплатить')).toHaveRedirect(pending.confirmationUrl, 303)
    const keys = upstream.named('personalPayment').map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keyIn(page), keyIn(page)])
  })

  test('asks when only the API knows about the other payment', async () => {
    const message = 'Вы уже платите 2 450,50 ₽.'
    upstream.on('personalPayment', { status: 422, body: { message, code: 'confirm_required' } })
    const { visitor, page } = await open()
    const answer = await visitor.press(page, 'Оплатить')
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual([message])
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(answer.buttons).toContain('Всё равно заплатить 2 450,50 ₽')
  })

  test.each(['accounts', 'history'] as const)(
    'pays nothing while the API can’t list payments (%s)',
    async (call) => {
      const { visitor, page } = await open()
      upstream.on(call, 'answers 500')
      const answer = await visitor.press(page, 'Оплатить', { amount: '12' })
      expect(answer.status).toBe(502)
      expect(answer.errorSummary).toContain('Деньги не списаны.')
      expect(answer.field('amount').value).toBe('12')
      expect(upstream.named('personalPayment')).toEqual([])
    },
  )
})

describe('a press of a page that was drawn before the debt was paid', () => {
  const method = { kind: 'card', title: 'Карта *4444' }
  const card = { paymentMethod: 'method-1', amount: '2450,5' }
  const succeeded = { ...payment, id: 'p1', status: 'succeeded', method, paidAt: '2026-10-05T09:13:02Z' }

  /** The account after the payment of another tab has succeeded. */
  const payElsewhere = (balance: number, paid: typeof succeeded = succeeded) => {
    upstream.on('accounts', { body: { data: [{ ...homeAccount, balance }, dachaAccount] } })
    upstream.on('history', ({ query }) => ({
      body: query.get('status') === 'succeeded' ? pendingOf(paid) : nonePending,
    }))
    upstream.on('personalPayment', { status: 201, body: { data: { ...payment, id: 'p2' } } })
  }
  const confirm = 'Всё равно заплатить 2 450,50 ₽'

  test('asks first, says what was paid, and pays nothing', async () => {
    const { visitor, page } = await open()
    payElsewhere(0)
    const answer = await visitor.press(page, 'Оплатить', card)
    expect(answer.status).toBe(400)
    expect(answer.errorSummary).toEqual([
      expect.stringMatching(/^Вы уже заплатили 2 450,50 ₽ \(Карта \*4444\) 5 октября( 2026 г\.)? в 12:13\.$/),
      'Новый платёж — 2 450,50 ₽, а долга нет.',
    ])
    expect(answer.main).toContain('Заплатить ещё раз?')
    expect(upstream.named('personalPayment')).toEqual([])
    expect(keyIn(answer)).toBe(keyIn(page))
    expect(answer.field('amount').value).toBe('2450,5')
    expect(answer.controls('paymentMethod').find(({ checked }) => checked)?.value).toBe('method-1')
  })

  test('pays by one press more, and not by a second press of the first button', async () => {
    const { visitor, page } = await open()
    payElsewhere(0)
    const question = await visitor.press(page, 'Оплатить', card)
    const again = await visitor.press(question, 'Оплатить')
    expect(again.status).toBe(400)
    expect(upstream.named('personalPayment')).toEqual([])
    expect(await visitor.press(again, confirm)).toHaveRedirect(payment.confirmationUrl, 303)
    const [call] = upstream.named('personalPayment')
    expect(call?.headers).toMatchObject({
      'idempotency-key': keyIn(page),
      'x-pay-anew': 'true',
      'x-seen-balance': '0',
    })
    expect(call?.body).toMatchObject({ amount: 245_050, paymentMethod: 'method-1' })
  })

  test('asks, too, when it was to take the place of an unfinished one', async () => {
    const { visitor, page } = await open('/personal/pay', pendingOf({ ...payment, id: 'p1' }))
    payElsewhere(0)
    const answer = await visitor.press(page, 'Заплатить заново')
    expect(answer.status).toBe(400)
    expect(answer.errorSummary[0]).toContain('Вы уже заплатили 2 450,50 ₽')
    expect(await visitor.press(answer, confirm)).toHaveRedirect(payment.confirmationUrl, 303)
  })

  test('asks once more when what the question was about has been paid meanwhile', async () => {
    const { visitor, page } = await open()
    upstream.on('history', { body: pendingOf({ ...payment, id: 'p1' }) })
    const question = await visitor.press(page, 'Оплатить')
    payElsewhere(0)
    const answer = await visitor.press(question, 'Заплатить заново')
    expect(answer.errorSummary[0]).toContain('Вы уже заплатили 2 450,50 ₽')
    expect(upstream.named('personalPayment')).toEqual([])
  })

  test('asks after a form that came back with a mistake', async () => {
    const { visitor, page } = await open()
    const refused = await visitor.press(page, 'Оплатить', { amount: 'сто' })
    payElsewhere(0)
    expect((await visitor.press(refused, 'Оплатить', card)).errorSummary[0]).toContain('Вы уже заплатили')
  })

  test('asks without a name for it where the history cannot tell', async () => {
    const { visitor, page } = await open()
    payElsewhere(0)
    upstream.on('history', ({ query }) =>
      query.get('status') === 'succeeded' ? 'answers 500' : { body: nonePending },
    )
    const answer = await visitor.press(page, 'Оплатить', card)
    expect(answer.errorSummary[0]).toBe(
      'С тех пор как вы открыли страницу, по этому лицевому счёту зачтено 2 450,50 ₽.',
    )
  })

  test('pays without a question what is still owed', async () => {
    const { visitor, page } = await open()
    payElsewhere(200_000, { ...succeeded, amount: 45_050 })
    expect(await visitor.press(page, 'Оплатить', { amount: '2000' })).toHaveRedirect(
      payment.confirmationUrl,
      303,
    )
    expect(upstream.named('personalPayment')[0]?.headers['x-seen-balance']).toBe('245050')
  })

  test('is not asked about when the page was drawn after that, and more is paid on purpose', async () => {
    payElsewhere(0)
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/pay')
    expect(await visitor.press(page, 'Оплатить', card)).toHaveRedirect(payment.confirmationUrl, 303)
    expect(upstream.named('personalPayment')[0]?.headers).not.toHaveProperty('x-pay-anew')
  })
})

describe('the question, asked for by scripts', () => {
  /** Opens the form, while another tab pays all but 450,51 ₽ of the debt; returns a function that presses it. */
  const openBeforePayment = async () => {
    const { visitor, page } = await open()
    upstream.on('accounts', { body: { data: [{ ...homeAccount, balance: 45_051 }, dachaAccount] } })
    const { action, values } = page.formOf('Оплатить')
    return (typed: Record<string, string>) =>
      visitor.postData(action, { ...Object.fromEntries(values), ...typed })
  }
  const isAsked = 'по этому лицевому счёту зачтено 1 999,99 ₽'

  test('has the balance of now in its answer, so that one more press pays', async () => {
    const press = await openBeforePayment()
    const question = await press({ amount: '2450,5' })
    expect(question.status).toBe(400)
    expect(plain(question.html)).toContain(isAsked)
    expect(question.html).toContain('"2450,5"')
    expect(question.html).toContain('"45051"')
    expect(upstream.named('personalPayment')).toEqual([])
    const paid = await press({ amount: '2450,5', seenBalance: '45051', confirmed: 'yes' })
    expect(paid.html).toContain('https://yoomoney.ru/pay')
    expect(upstream.named('personalPayment')).toHaveLength(1)
  })

  test('comes without the rest of the page when that can’t be loaded', async () => {
    const press = await openBeforePayment()
    upstream.on('history', 'answers 503 with Retry-After')
    const question = await press({ amount: '2450,5', confirmed: 'yes' })
    expect(question.status).toBe(400)
    expect(plain(question.html)).toContain(isAsked)
    expect(question.html).toContain('"2450,5"')
    expect(question.html).not.toContain('"45051"')
    expect(question.headers).not.toHaveProperty('retry-after')
  })

  test('leads to the login when the session is lost', async () => {
    const press = await openBeforePayment()
    upstream.on('savedMethods', { status: 401, body: { message: 'Кто вы?' } })
    expect((await press({})).html).toContain('/login?redirectTo=')
  })

  test('is the only answer that has the page', async () => {
    const press = await openBeforePayment()
    upstream.forget()
    expect((await press({ amount: 'сто' })).status).toBe(400)
    expect(upstream.visitorCalls.map(({ name }) => name)).toEqual(['currentUser'])
  })
})
