import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type FakeUpstream, fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import type { Fields } from '../support/browser'
import { baseData, dachaAccount, homeAccount } from '../support/default-answers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { UPSTREAM_SECRET } from '../support/upstream-faults'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const LIST = '/personal/autopayments'
const NEW = '/personal/autopayments/new'
const CONNECT = 'Подключить автоплатёж'

const autopayment = {
  id: 'autopayment-1',
  account: homeAccount.account,
  rule: 'invoice',
  limit: 500_000,
  status: 'active',
  method: { kind: 'card', title: 'Карта *4444' },
  nextRunAt: '2026-10-08T06:00:00Z',
  lastPayment: { id: 'payment-9', amount: 245_050, status: 'succeeded', at: '2026-09-08T06:00:00Z' },
}

const withAutopayments = (...changes: object[]) => autopaymentsAt(upstream, ...changes)

const autopaymentsAt = (api: FakeUpstream, ...changes: object[]) =>
  api.on('autopayments', { body: { data: changes.map((change) => ({ ...autopayment, ...change })) } })

const open = async (path: string) => {
  const visitor = await portal.customer()
  return { visitor, page: await visitor.get(path) }
}
const keyIn = (page: Page) => page.field('idempotencyKey').value

describe('the list of autopayments', () => {
  test('shows account, rule, limit, card, next charge, last payment and status of each', async () => {
    withAutopayments({})
    const { page } = await open(LIST)
    const words = [
      'Дом',
      homeAccount.account,
      'По каждой квитанции',
      '5 000,00 ₽',
      'Карта *4444',
      '8 октября 2026 г.',
      '2 450,50 ₽, 8 сентября 2026 г., оплачено',
      'Работает',
    ]
    for (const each of words) expect(page.main).toContain(each)
    expect(page.links).toContain('/personal/pay-success?payment=payment-9')
    expect(page.links).toContain('/personal/autopayments/autopayment-1')
    expect(page.links).toContain(NEW)
  })

  test('puts a monthly rule into words', async () => {
    withAutopayments({ rule: 'monthly', day: 10, amount: 150_000 })
    expect((await open(LIST)).page.main).toContain('Каждый месяц 10-го числа, 1 500,00 ₽')
  })

  test('says why one is stopped in words, never by a code, and shows no next charge', async () => {
    withAutopayments({ status: 'failed', failReason: 'card_expired' })
    const { page } = await open(LIST)
    expect(page.main).toContain('Остановлен')
    expect(page.main).toContain('Срок действия карты истёк.')
    expect(page.main).not.toContain('8 октября')
    expect(page.html).not.toMatch(/>[^<]*card_expired/)
    withAutopayments({ status: 'failed', failReason: 'E_1234' })
    expect((await open(LIST)).page.main).not.toContain('E_1234')
  })

  test('shows no next charge of a paused one, and offers to resume it', async () => {
    withAutopayments({ status: 'paused' })
    const { page, visitor } = await open(LIST)
    expect(page.main).toContain('Приостановлен')
    expect(page.main).not.toContain('8 октября')
    upstream.calls.length = 0
    const answer = await visitor.press(page, `Возобновить автоплатёж лицевого счёта ${homeAccount.account}`)
    expect(answer).toHaveRedirect(LIST, 303)
    expect(upstream.named('changeAutopayment').map(({ id, body }) => ({ id, body }))).toEqual([
      { id: 'autopayment-1', body: { status: 'active' } },
    ])
    expect(await visitor.follow(answer)).toShowFlash('success', 'Автоплатёж возобновлён')
  })

  test.each([
    ['whose card was unlinked', { status: 'paused', method: null, failReason: 'permission_revoked' }],
    ['whose card has expired', { status: 'failed', failReason: 'card_expired' }],
    ['that never had a card', { status: 'failed', method: null, failReason: 'insufficient_funds' }],
    ['that needs a card, as the API says', { status: 'failed', resumeNeeds: 'card' }],
  ])('offers to create a new one %s, and nothing that can’t be done', async (_, change) => {
    withAutopayments(change)
    for (const path of [LIST, `${LIST}/autopayment-1`]) {
      const { page } = await open(path)
      expect(page.main).toContain('Возобновить его нельзя: нет карты, с которой можно списывать.')
      expect(page.main).not.toMatch(/пока вы его не возобновите|удалите этот автоплатёж/)
      expect(page.buttons.join()).not.toContain('Возобновить')
      expect(page.links).toContain(`${NEW}?account=${homeAccount.account}`)
      expect(page.links).not.toContain(`${LIST}/autopayment-1/change`)
    }
  })

  test.each([
    ['by its customer', { status: 'paused', failReason: null }],
    ['together with another autopayment', { status: 'paused', failReason: 'permission_revoked' }],
    ['after the bank had refused it', { status: 'failed', failReason: 'permission_revoked' }],
  ])('says of a card that was unlinked (%s) that it was, and not that none was yet', async (_, change) => {
    withAutopayments({ ...change, method: null })
    for (const path of [LIST, `${LIST}/autopayment-1`]) {
      const { page } = await open(path)
      expect(page.main).toMatch(/Способ оплаты Отвязан/)
      expect(page.main).not.toContain('Ещё не привязан')
    }
  })

  test('offers to add the account again when it was removed from the list', async () => {
    withAutopayments({ status: 'paused', failReason: 'Лицевого счёта больше нет', resumeNeeds: 'account' })
    const { page } = await open(LIST)
    expect(page.main).toContain('Чтобы возобновить автоплатёж, снова добавьте этот лицевой счёт.')
    expect(page.buttons.join()).not.toContain('Возобновить')
    expect(page.link(`Добавить снова: лицевой счёт ${homeAccount.account}`)).toBe('/personal/add-account')
  })

  test('offers to resume one stopped by the bank whose card can be retried', async () => {
    withAutopayments({ status: 'failed', failReason: 'payment_method_restricted' })
    const { page } = await open(LIST)
    expect(page.buttons.join()).toContain('Возобновить')
    expect(page.main).toContain('Списаний не будет, пока вы его не возобновите.')
  })

  test('links one that waits for its first payment to that payment, and offers no pause', async () => {
    withAutopayments({
      status: 'pending',
      method: null,
      nextRunAt: null,
      lastPayment: { ...autopayment.lastPayment, status: 'pending' },
    })
    const { page } = await open(LIST)
    expect(page.main).toContain('Ждёт первого платежа')
    expect(page.main).toContain('Ещё не привязан')
    expect(page.links).toContain('/personal/autopay-success?payment=payment-9')
    expect(page.buttons.join()).not.toMatch(/Приостановить|Возобновить/)
  })

  test('says what to do when there are neither autopayments nor cards', async () => {
    withAutopayments()
    upstream.on('savedMethods', { body: { data: [] } })
    const { page } = await open(LIST)
    expect(page.main).toContain('Автоплатежей нет')
    expect(page.main).not.toContain('Квитанции оплачиваются')
    expect(page.main).toContain('Сохранённых карт нет')
    expect(page.links).toContain(NEW)
  })

  test('lists the saved cards and unlinks one', async () => {
    withAutopayments()
    const { page, visitor } = await open(LIST)
    expect(page.main).toContain('Карта *4444')
    expect(page.main).toContain('до 01.2028')
    upstream.calls.length = 0
    const answer = await visitor.press(page, 'Отвязать: Карта *4444')
    expect(answer).toHaveRedirect(LIST, 303)
    expect(upstream.named('deleteSavedMethod').map(({ id }) => id)).toEqual(['method-1'])
  })

  test.each(['active', 'paused'])(
    'asks before it unlinks the card of an autopayment that is %s',
    async (status) => {
      withAutopayments({ status })
      const { page, visitor } = await open(LIST)
      const question = await visitor.press(page, 'Отвязать: Карта *4444')
      expect(question.status).toBe(400)
      expect(question.errorSummary).toEqual([
        `С этой карты платит автоплатёж по лицевому счёту ${homeAccount.account}. Он остановится: дальше платите сами или подключите его заново с другой картой.`,
      ])
      expect(question.link('Не отвязывать')).toBe(LIST)
      expect(upstream.named('deleteSavedMethod')).toEqual([])
      const answer = await visitor.press(question, 'Отвязать карту')
      expect(answer).toHaveRedirect(LIST, 303)
      expect(upstream.named('deleteSavedMethod').map(({ id }) => id)).toEqual(['method-1'])
    },
  )

  test('speaks of an account where it unlinks one that is charged through SBP', async () => {
    const method = { kind: 'sbp', title: 'СБП' }
    withAutopayments({ method })
    upstream.on('savedMethods', { body: { data: [{ id: 'method-1', ...method }] } })
    const { page, visitor } = await open(LIST)
    expect(page.main).toContain('Сохранённые карты и банковские счета')
    const question = await visitor.press(page, 'Отвязать: СБП')
    expect(question.errorSummary).toEqual([
      `С этого банковского счёта платит автоплатёж по лицевому счёту ${homeAccount.account}. Он остановится: дальше платите сами или подключите его заново с картой или другим банковским счётом.`,
    ])
    const answer = await visitor.press(question, 'Отвязать банковский счёт')
    expect(await visitor.follow(answer)).toShowFlash(
      'success',
      'Банковский счёт отвязан: списаний с него больше не будет',
    )
  })

  test('asks nothing before it unlinks a card that no autopayment pays with', async () => {
    withAutopayments({ status: 'failed' }, { id: 'a-2', method: { kind: 'card', title: 'Карта *5555' } })
    const { page, visitor } = await open(LIST)
    expect(await visitor.press(page, 'Отвязать: Карта *4444')).toHaveRedirect(LIST, 303)
  })

  test('says that a card is unlinked already when its button is pressed twice', async () => {
    withAutopayments()
    const { page, visitor } = await open(LIST)
    upstream.on('deleteSavedMethod', { status: 404, body: { message: 'Ничего не найдено.' } })
    upstream.on('savedMethods', { body: { data: [] } })
    const answer = await visitor.press(page, 'Отвязать: Карта *4444')
    expect(answer).toHaveRedirect(LIST, 303)
    expect(await visitor.follow(answer)).toShowFlash('info', 'Эта карта уже отвязана')
  })

  test.each([
    ['is still listed', { body: { data: [{ id: 'method-1', kind: 'card', title: 'Карта *4444' }] } }],
    ['may still be listed', 'answers 503 with Retry-After'],
  ] as const)('says that a card is not unlinked when it is not found but %s', async (_, cards) => {
    withAutopayments()
    const { page, visitor } = await open(LIST)
    upstream.on('deleteSavedMethod', { status: 404, body: { message: 'Ничего не найдено.' } })
    upstream.on('savedMethods', cards)
    const answer = await visitor.press(page, 'Отвязать: Карта *4444')
    expect(answer.status).toBe(404)
    expect(answer).toShowFlash('error', 'Ничего не найдено.')
  })

  test('keeps ids with special characters in its links', async () => {
    withAutopayments({ id: 'a b?c=ё#1' })
    const { page, visitor } = await open(LIST)
    const path = `${LIST}/${encodeURIComponent('a b?c=ё#1')}`
    expect(page.links).toContain(`${path}/delete`)
    const confirm = await visitor.get(`${path}/delete`)
    expect(confirm.h1).toBe('Удалить автоплатёж')
    await visitor.press(confirm, 'Удалить автоплатёж')
    expect(upstream.named('deleteAutopayment').map(({ id }) => id)).toEqual(['a b?c=ё#1'])
  })

  test('is linked from the personal menu; accounts and payment link to a new one', async () => {
    const { page, visitor } = await open('/personal')
    expect(page.link('Автоплатежи')).toBe(LIST)
    expect(page.links).toContain(`${NEW}?account=${homeAccount.account}`)
    expect((await visitor.get('/personal/pay')).links).toContain(`${NEW}?account=${homeAccount.account}`)
  })

  test.each(['set-status', 'unlink-card', 'none'])(
    'rejects the form %s without its id, and sends nothing',
    async (intent) => {
      const answer = await (await portal.customer()).post(LIST, { intent })
      expect(answer.status).toBe(400)
      expect(answer.errorSummary).toHaveLength(1)
      expect(upstream.named('changeAutopayment')).toEqual([])
      expect(upstream.named('deleteSavedMethod')).toEqual([])
    },
  )
})

describe('the log of an autopayment', () => {
  test('shows every run and its reason', async () => {
    withAutopayments({})
    const runs = [
      {
        at: '2026-10-08T06:00:00Z',
        outcome: 'charged',
        reason: 'Оплатили остаток',
        amount: 245_050,
        payment: 'p-3',
      },
      { at: '2026-09-08T06:00:00Z', outcome: 'skipped', reason: 'Долга не было' },
      { at: '2026-08-08T06:00:00Z', outcome: 'failed', reason: 'insufficient_funds', amount: 100_000 },
    ]
    upstream.on('autopaymentRuns', { body: { data: runs } })
    const { page } = await open(`${LIST}/autopayment-1`)
    expect(page.main).toMatch(/8 октября 2026 г\., 9:00.+Списано.+2 450,50 ₽.+Оплатили остаток/)
    expect(page.main).toMatch(/8 сентября 2026 г\., 9:00.+Пропущено.+Долга не было/)
    expect(page.main).toMatch(/8 августа 2026 г\., 9:00.+Не прошло.+1 000,00 ₽.+На карте не хватило денег/)
    expect(page.links).toContain('/personal/pay-success?payment=p-3')
    expect(upstream.named('autopaymentRuns').map(({ path }) => path)).toEqual([
      '/api/v1/personal/autopayments/autopayment-1/runs',
    ])
  })

  test('links to the payment of a run without an amount by a word', async () => {
    const run = { at: '2026-10-08T06:00:00Z', outcome: 'failed', payment: 'p-3' }
    upstream.on('autopaymentRuns', { body: { data: [run] } })
    expect((await open(`${LIST}/autopayment-1`)).page.link('Платёж')).toBe(
      '/personal/pay-success?payment=p-3',
    )
  })

  test('says that there are no runs', async () => {
    upstream.on('autopaymentRuns', { body: { data: [] } })
    expect((await open(`${LIST}/autopayment-1`)).page.main).toContain('Списаний ещё не было')
  })

  test.each(['', '/change', '/delete'])('of another customer is not found (%s)', async (page) =>
    expect((await open(`${LIST}/somebody-elses${page}`)).page).toBeErrorScreen(404),
  )
})

describe('the form of a new autopayment', () => {
  const typed = { limit: '5 000', consent: true }

  test('of an account that can’t be paid here says why', async () => {
    const unpayable = 'Этот лицевой счёт пока нельзя оплатить на сайте: платежи получает другая организация.'
    upstream.on('accounts', { body: { data: [{ ...homeAccount, unpayable }, dachaAccount] } })
    const { visitor, page } = await open(NEW)
    expect(page.main).toContain(unpayable)
    expect(page.main).toContain(`${homeAccount.account}: на сайте не оплатить`)
    expect((await visitor.get(`${NEW}?account=${dachaAccount.account}`)).main).not.toContain(unpayable)
  })

  test('preselects the account of the address, otherwise the default one, and no consent', async () => {
    const { page } = await open(NEW)
    expect(page.field('account').value).toBe(homeAccount.account)
    expect(page.field('consent').checked).toBe(false)
    expect(page.controls('rule').map(({ value, checked }) => ({ value, checked }))).toEqual([
      { value: 'invoice', checked: true },
      { value: 'monthly', checked: false },
    ])
    expect(page.link('соглашения об автоплатежах, откроется в новом окне') ?? page.links.join()).toContain(
      '/autopay-agreement',
    )
    const other = await open(`${NEW}?account=${dachaAccount.account}`)
    expect(other.page.field('account').value).toBe(dachaAccount.account)
  })

  test('says that an account already has an autopayment, with a link to it', async () => {
    const { page } = await open(NEW)
    expect(page.main).toContain(`По лицевому счёту ${homeAccount.account} автоплатёж уже подключён`)
    expect(page.link('Посмотреть автоплатёж')).toBe(`${LIST}/autopayment-1`)
    expect(page.main).toContain('Выберите другой лицевой счёт')
    expect(page.field('account').value).toBe(homeAccount.account)
    expect(page.main).toContain(`${homeAccount.account}: автоплатёж уже подключён`)
  })

  test('links a paused one to where it can be resumed, and offers no other account when none is left', async () => {
    upstream.on('accounts', { body: { data: [homeAccount] } })
    withAutopayments({ status: 'paused' })
    const { page } = await open(NEW)
    expect(page.main).toContain(`По лицевому счёту ${homeAccount.account} автоплатёж приостановлен`)
    expect(page.link('Перейти к автоплатежам')).toBe(LIST)
    expect(page.main).not.toContain('Выберите другой лицевой счёт')
  })

  test.each([
    ['of another account', { account: dachaAccount.account }],
    ['that waits for its first payment', { status: 'pending', method: null }],
    ['that was stopped', { status: 'failed', failReason: 'card_expired' }],
    ['whose card is withdrawn', { status: 'paused', method: null }],
    ['whose card is of no use, as the API says', { status: 'paused', resumeNeeds: 'card' }],
  ])('is not blocked by an autopayment %s', async (_, change) => {
    withAutopayments(change)
    const { page } = await open(NEW)
    expect(page.main).not.toMatch(/Посмотреть автоплатёж|Перейти к автоплатежам/)
  })

  test('loses nothing typed when the existing autopayments can’t be loaded', async () => {
    const { visitor, page } = await open(NEW)
    upstream.on('autopayments', 'answers 503 with Retry-After')
    const answer = await visitor.press(page, CONNECT, { ...typed, limit: 'сто' })
    expect(answer.status).toBe(400)
    expect(answer.field('limit').value).toBe('сто')
  })

  test('sends the version of the agreement, if there is one', async () => {
    const { page } = await open(NEW)
    expect(page.field('consentVersion').value).toBe('2026-08-01T00:00:00Z')
    expect(page.main).toContain('редакция от 1 августа 2026 г.')
    expect(upstream.named('page').map(({ query }) => query.get('path'))).toEqual(['/autopay-agreement'])

    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    const { page: bare, visitor } = await open(NEW)
    expect(bare.controls('consentVersion')).toEqual([])
    await visitor.press(bare, CONNECT, typed)
    expect(upstream.named('newAutopayment')[0]?.body).not.toHaveProperty('consentVersion')
  })

  test.each(['версия 7', '2026-13-45', '2026-11-01'])('accepts the version %j', async (updatedAt) => {
    upstream.on('page', { body: { title: 'Соглашение', body: '<p>Слова</p>', updatedAt } })
    const { page } = await open(NEW)
    expect(page.status).toBe(200)
    expect(page.field('consentVersion').value).toBe(updatedAt)
  })

  test('for an account that was removed from the list leads to where it is added again', async () => {
    withAutopayments({ account: '555', status: 'paused', resumeNeeds: 'card' })
    const { visitor, page } = await open(`${NEW}?account=555`)
    expect(page).toHaveRedirect('/personal/add-account', 302)
    expect(await visitor.follow(page)).toShowFlash(
      'info',
      'Лицевого счёта 555 больше нет в вашем кабинете. Сначала снова добавьте его.',
      { stays: true },
    )
  })

  test.each([{ left: [] }, { left: [homeAccount] }])(
    'comes back as typed when its account was deleted meanwhile: $left.length left',
    async ({ left }) => {
      const { visitor, page } = await open(NEW)
      upstream.on('accounts', { body: { data: left } })
      upstream.on('defaultAccount', { status: 204 })
      upstream.on('newAutopayment', { status: 404, body: { message: 'Такого лицевого счёта у вас нет' } })
      const answer = await visitor.press(page, CONNECT, {
        account: dachaAccount.account,
        limit: '77',
        consent: true,
      })
      expect(answer.status).toBe(404)
      expect(answer).toShowFlash('error', 'Такого лицевого счёта у вас нет')
      expect(answer.field('account').value).toBe(dachaAccount.account)
      expect(answer.field('limit').value).toBe('77')
      expect(keyIn(answer)).toBe(keyIn(page))
    },
  )

  test('for invoices requires the fields of its rule, and leads to the bank', async () => {
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, { ...typed, day: '31', amount: 'сто' })
    expect(answer).toHaveRedirect('https://yoomoney.ru/pay', 303)
    const [call] = upstream.named('newAutopayment')
    expect(call?.headers['idempotency-key']).toBe(keyIn(page))
    expect(call?.body).toEqual({
      account: homeAccount.account,
      rule: 'invoice',
      limit: 500_000,
      consent: true,
      consentVersion: '2026-08-01T00:00:00Z',
      successUrl: `${portal.publicUrl.origin}/personal/autopay-success`,
      failedUrl: `${portal.publicUrl.origin}/personal/autopay-failed`,
    })
  })

  test('for months sends day and amount in kopecks', async () => {
    const { visitor, page } = await open(NEW)
    const account = dachaAccount.account
    const answer = await visitor.press(page, CONNECT, {
      ...typed,
      account,
      rule: 'monthly',
      day: ' 05 ',
      amount: '1 234.5',
    })
    expect(answer.status).toBe(303)
    expect(upstream.named('newAutopayment')[0]?.body).toMatchObject({
      account,
      rule: 'monthly',
      day: 5,
      amount: 123_450,
    })
  })

  test.each<[string, Fields, string]>([
    ['day', { rule: 'monthly', day: '29', amount: '100' }, 'от 1 до 28'],
    ['day', { rule: 'monthly', day: '1.5', amount: '100' }, 'от 1 до 28'],
    ['day', { rule: 'monthly', day: '', amount: '100' }, 'Введите день'],
    ['amount', { rule: 'monthly', day: '1', amount: '' }, 'Введите сумму'],
    ['amount', { rule: 'monthly', day: '1', amount: '0,99' }, 'Наименьшая'],
    ['limit', { rule: 'monthly', day: '1', amount: '6 000' }, 'Лимит меньше суммы'],
    ['limit', { limit: '' }, 'Введите лимит'],
    ['limit', { limit: '350 000,01' }, 'Наибольшая'],
    ['consent', { consent: false }, 'Без вашего согласия'],
    ['rule', { rule: 'weekly' }, 'Выберите, когда платить'],
    ['account', { account: '' }, 'Выберите лицевой счёт'],
  ])(
    'rejects a wrong %s (%j), keeps the other values and its key, and sends nothing',
    async (name, wrong, words) => {
      const { visitor, page } = await open(NEW)
      const answer = await visitor.press(page, CONNECT, { ...typed, ...wrong })
      expect(answer.status).toBe(400)
      expect(answer.title).toBe('Ошибка: Новый автоплатёж — My New Project')
      expect(answer.errorSummary).toEqual([expect.stringContaining(words)])
      expect(answer.summaryLeadsTo).toEqual([name])
      for (const [field, value] of Object.entries({ ...typed, ...wrong }))
        if (typeof value === 'string' && !['rule', 'account'].includes(field))
          expect(answer.field(field).value).toBe(value)
      expect(answer.field('consent').checked).toBe(name !== 'consent')
      expect(keyIn(answer)).toBe(keyIn(page))
      expect(upstream.named('newAutopayment')).toEqual([])
    },
  )

  test('leads to the first payment’s result when the bank needs no page', async () => {
    const body = { data: { ...autopayment, confirmationUrl: null, firstPayment: 'payment-2' } }
    upstream.on('newAutopayment', { status: 201, body })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer).toHaveRedirect('/personal/autopay-success?payment=payment-2', 303)
  })

  test('lists the API’s errors at hidden fields without links, which would lead nowhere', async () => {
    const errors = { consentVersion: ['Соглашение изменилось'], idempotencyKey: ['Ключ не подошёл'] }
    upstream.on('newAutopayment', { status: 422, body: { message: 'Проверьте', errors } })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer.errorSummary).toEqual(['Проверьте', 'Соглашение изменилось', 'Ключ не подошёл'])
    expect(answer.summaryLeadsTo).toEqual([])
  })

  test('shows the API’s errors at the fields and above the form', async () => {
    const body = { message: 'Проверьте', errors: { limit: ['Лимит слишком мал'] } }
    upstream.on('newAutopayment', { status: 422, body })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer.field('limit').errors).toEqual(['Лимит слишком мал'])
    expect(answer.errorSummary).toEqual(['Проверьте', 'Лимит слишком мал'])
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test('comes back with what was typed where the API has an autopayment of that account', async () => {
    upstream.on('newAutopayment', { status: 409, body: { message: 'Для этого счёта автоплатёж уже есть' } })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer.status).toBe(400)
    expect(answer.main).toContain('Для этого счёта автоплатёж уже есть')
    expect(answer.field('limit').value).toBe('5 000')
    expect(answer.field('consent').checked).toBe(true)
  })

  test('treats an answer with neither bank page nor payment as a fault', async () => {
    upstream.on('newAutopayment', { status: 201, body: { data: { ...autopayment, status: 'pending' } } })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer.status).toBe(502)
    expect(answer.main).not.toContain('Автоплатёж подключён')
  })

  test('treats a bank page of an unknown site as a fault', async () => {
    const data = {
      ...autopayment,
      status: 'pending',
      confirmationUrl: 'https://evil.test/',
      firstPayment: 'p',
    }
    upstream.on('newAutopayment', { status: 201, body: { data } })
    const { visitor, page } = await open(NEW)
    const answer = await visitor.press(page, CONNECT, typed)
    expect(answer.status).toBe(502)
    expect(answer.html).not.toContain('evil.test')
    expect(keyIn(answer)).toBe(keyIn(page))
  })
})

describe('the change of an autopayment', () => {
  test('of a monthly one is prefilled, and sends day, amount and limit', async () => {
    withAutopayments({ rule: 'monthly', day: 10, amount: 150_000 })
    const { visitor, page } = await open(`${LIST}/autopayment-1/change`)
    expect(['day', 'amount', 'limit'].map((name) => page.field(name).value)).toEqual([
      '10',
      '1500,00',
      '5000,00',
    ])
    await visitor.press(page, 'Сохранить', { day: '28', amount: '99,90' })
    expect(upstream.named('changeAutopayment').map(({ id, body }) => ({ id, body }))).toEqual([
      { id: 'autopayment-1', body: { day: 28, amount: 9_990, limit: 500_000 } },
    ])
  })

  test('for invoices has only the limit', async () => {
    const { page } = await open(`${LIST}/autopayment-1/change`)
    expect(page.controls('day')).toEqual([])
    expect(page.controls('amount')).toEqual([])
  })

  test.each([{ day: '31' }, { day: '' }, { amount: '0' }, { limit: '1 000' }])(
    'rejects %j and sends nothing',
    async (wrong: Fields) => {
      withAutopayments({ rule: 'monthly', day: 10, amount: 150_000 })
      const { visitor, page } = await open(`${LIST}/autopayment-1/change`)
      const answer = await visitor.press(page, 'Сохранить', wrong)
      expect(answer.status).toBe(400)
      expect(answer.summaryLeadsTo).toEqual(Object.keys(wrong))
      expect(upstream.named('changeAutopayment')).toEqual([])
    },
  )

  test('keeps what was typed, with the API’s words, when the autopayment is gone meanwhile', async () => {
    withAutopayments({ rule: 'monthly', day: 10, amount: 150_000 })
    const { visitor, page } = await open(`${LIST}/autopayment-1/change`)
    withAutopayments()
    upstream.on('changeAutopayment', { status: 404, body: { message: 'Автоплатёж уже удалён' } })
    const answer = await visitor.press(page, 'Сохранить', { day: '28', amount: '99,90' })
    expect(answer.status).toBe(404)
    expect(answer).toShowFlash('error', 'Автоплатёж уже удалён')
    expect(answer.h1).toBe('Изменить автоплатёж')
    expect(['day', 'amount', 'limit'].map((name) => answer.field(name).value)).toEqual([
      '28',
      '99,90',
      '5000,00',
    ])
  })
})

describe('the card of an autopayment, before an API that lets it change', () => {
  const cards = [
    { id: 'card-1', kind: 'card', title: 'Мир •• 2987', expiresAt: '2030-08' },
    { id: 'card-2', kind: 'card', title: 'Visa •• 1111', expiresAt: '2031-01' },
  ]
  const choosing = (work: Parameters<typeof withBaseData>[1]) =>
    withBaseData({ ...baseData, features: [...baseData.features, 'autopayment-card'] }, work)

  test('is chosen among the saved ones, the present one first', async () => {
    await choosing(async (choosingPortal, api) => {
      autopaymentsAt(api, { paymentMethod: 'card-1' })
      api.on('savedMethods', { body: { data: cards } })
      const visitor = await choosingPortal.customer()
      const page = await visitor.get(`${LIST}/autopayment-1/change`)
      expect(page.controls('paymentMethod').map(({ value, checked }) => [value, checked])).toEqual([
        ['card-1', true],
        ['card-2', false],
      ])
      await visitor.press(page, 'Сохранить', { paymentMethod: 'card-2' })
      expect(api.named('changeAutopayment').map(({ body }) => body)).toEqual([
        { limit: 500_000, paymentMethod: 'card-2' },
      ])
    })
  })

  test('that was unlinked meanwhile is reported at the cards', async () => {
    await choosing(async (choosingPortal, api) => {
      autopaymentsAt(api, { paymentMethod: 'card-1' })
      api.on('savedMethods', { body: { data: cards } })
      const visitor = await choosingPortal.customer()
      const page = await visitor.get(`${LIST}/autopayment-1/change`)
      const words = 'Этой карты больше нет среди сохранённых.'
      api.on('changeAutopayment', {
        status: 422,
        body: { message: words, errors: { paymentMethod: [words] } },
      })
      const answer = await visitor.press(page, 'Сохранить', { paymentMethod: 'card-2' })
      expect(answer.status).toBe(400)
      expect(answer.summaryLeadsTo).toEqual(['paymentMethod'])
      expect(answer.controls('paymentMethod').map(({ checked }) => checked)).toEqual([false, true])
    })
  })

  test('that can’t be charged is replaced by another one, where there is one', async () => {
    await choosing(async (choosingPortal, api) => {
      autopaymentsAt(api, { status: 'failed', failReason: 'card_expired' })
      api.on('savedMethods', { body: { data: cards } })
      const page = await (await choosingPortal.customer()).get(LIST)
      expect(page.main).toContain('Выберите другую из сохранённых')
      expect(page.links).toContain(`${LIST}/autopayment-1/change`)
      expect(page.links).not.toContain(`${NEW}?account=${homeAccount.account}`)

      api.on('savedMethods', { body: { data: [] } })
      const without = await (await choosingPortal.customer()).get(LIST)
      expect(without.links).toContain(`${NEW}?account=${homeAccount.account}`)
    })
  })

  test('is not asked for before any other API, and not sent', async () => {
    const { visitor, page } = await open(`${LIST}/autopayment-1/change`)
    expect(page.controls('paymentMethod')).toEqual([])
    expect(upstream.named('savedMethods')).toEqual([])
    await visitor.post(`${LIST}/autopayment-1/change`, {
      rule: 'invoice',
      limit: '700',
      paymentMethod: 'card-2',
    })
    expect(upstream.named('changeAutopayment').map(({ body }) => body)).toEqual([{ limit: 70_000 }])
  })
})

describe('the removal of an autopayment', () => {
  test('asks first, on a page that changes nothing, and says that the card is unlinked', async () => {
    const { visitor, page } = await open(`${LIST}/autopayment-1/delete`)
    await visitor.get(`${LIST}/autopayment-1/delete`, { 'sec-purpose': 'prefetch' })
    expect(upstream.visitorCalls.every(({ method }) => method === 'GET')).toBe(true)
    expect(page.main).toContain('Карта отвязывается сразу')
    const button = page.all('button[data-kind="danger"]')
    expect(button.map(({ text }) => text)).toEqual(['Удалить автоплатёж'])
    expect(page.link('Не удалять')).toBe(LIST)
  })
})

describe('the removal of an account', () => {
  const REMOVE = `/personal/delete-account?account=${homeAccount.account}`
  const STOPS = 'Автоплатёж по этому лицевому счёту прекратится'

  test.each(['active', 'pending'])('says that its autopayment, which is %s, stops', async (status) => {
    withAutopayments({ status })
    const { page } = await open(REMOVE)
    expect(page.main).toContain(STOPS)
    expect(upstream.named('accounts').map(({ path }) => path)).toEqual(['/api/v1/personal/'])
  })

  test.each([
    ['that there is none', []],
    ['one of another account', [{ account: dachaAccount.account }]],
    ['one that is stopped already', [{ status: 'paused' }]],
  ])('says nothing about autopayments when the API returns %s', async (_, autopayments) => {
    withAutopayments(...autopayments)
    expect((await open(REMOVE)).page.main).not.toContain(STOPS)
  })
})

describe('the result of the first payment', () => {
  const open = async (path: string, changes: object) => {
    const data = {
      id: 'p',
      account: '1000200030',
      amount: 100,
      createdAt: '2026-10-05T09:12:44Z',
      source: 'autopayment',
    }
    upstream.on('personalPaymentState', { body: { data: { ...data, ...changes } } })
    return (await portal.customer()).get(path)
  }

  test.each(['/personal/autopay-success', '/personal/autopay-failed'])(
    'at %s shows the API’s status, whichever address was opened',
    async (path) => {
      expect((await open(`${path}?payment=p`, { status: 'succeeded' })).h1).toBe('Автоплатёж подключён')
      const canceled = await open(`${path}?payment=p`, { status: 'canceled', cancelReason: 'card_expired' })
      expect(canceled.h1).toBe('Автоплатёж не подключён')
      expect(canceled.main).toContain('Деньги не списаны.')
      expect(canceled.link('Подключить ещё раз')).toBe(`${NEW}?account=1000200030`)
      const pending = await open(`${path}?payment=p`, { status: 'pending' })
      expect(pending.h1).toBe('Ждём ответа банка')
      expect(pending.link('Проверить ещё раз')).toBe(`${path}?payment=p`)
      const nothing = await open(path, {})
      expect(nothing.status).toBe(200)
      expect(nothing.h1).toBe('Здесь нет платежа')
      expect(nothing.links).toContain(LIST)
    },
  )
})

describe('the result of a first payment that succeeded', () => {
  const first = { id: 'p', account: '1000200030', amount: 12_300, status: 'succeeded', source: 'personal' }
  const last = { id: 'p', amount: 12_300, status: 'succeeded', at: '2026-10-05T09:12:44Z' }
  const open = async (query = '?payment=p') => {
    const data = { ...first, createdAt: '2026-10-05T09:12:44Z' }
    upstream.on('personalPaymentState', { body: { data } })
    return (await portal.customer()).get(`/personal/autopay-success${query}`)
  }
  const unsaved = { status: 'failed', method: null, nextRunAt: null }

  test.each([
    ['its first payment', { firstPayment: 'p', lastPayment: null }],
    ['its last payment', { lastPayment: last }],
  ])('says when its card was not saved, and how to create the autopayment (%s)', async (_, named) => {
    withAutopayments({ ...unsaved, ...named })
    const page = await open()
    expect(page.h1).toBe('Оплачено 123,00 ₽, автоплатёж не подключён')
    expect(page.title).toContain('автоплатёж не подключён')
    expect(page.main).toContain('карта не сохранилась')
    expect(page.main).not.toMatch(/Карта привязана|Автоплатёж подключён/)
    expect(page.link('Подключить ещё раз')).toBe(`${NEW}?account=1000200030`)
  })

  test('is that of the moment when the API has asked the bank for it', async () => {
    let isAsked = false
    upstream.on('personalPaymentState', async () => {
      // As long as a bank takes to answer.
      await setTimeout(30)
      isAsked = true
      return { body: { data: { ...first, createdAt: '2026-10-05T09:12:44Z' } } }
    })
    upstream.on('autopayments', () => ({
      body: {
        data: [{ ...autopayment, firstPayment: 'p', ...(isAsked ? unsaved : { status: 'pending' }) }],
      },
    }))
    const page = await (await portal.customer()).get('/personal/autopay-success?payment=p')
    expect(page.h1).toBe('Оплачено 123,00 ₽, автоплатёж не подключён')
  })

  test.each([
    ['was paused', [{ status: 'paused', firstPayment: 'p' }]],
    ['was stopped by the bank', [{ status: 'failed', firstPayment: 'p' }]],
    ['was removed', []],
    ['was removed, and another account has one', [{ account: dachaAccount.account, lastPayment: null }]],
    ['was removed, and an older one has failed', [{ ...unsaved, lastPayment: null }]],
  ])('of an autopayment that %s does not say that it works', async (_, autopayments) => {
    withAutopayments(...autopayments)
    const page = await open()
    expect(page.h1).toBe('Оплачено 123,00 ₽')
    expect(page.main).toContain('Автоплатёж по этому лицевому счёту сейчас не работает')
    expect(page.main).not.toMatch(/Карта привязана|подключён/)
    expect(page.links).toContain(LIST)
  })

  test.each([
    ['is active', [{ firstPayment: 'p' }]],
    ['is active and has paid since', [{ lastPayment: { ...last, id: 'p-2' } }]],
    ['is not settled yet', [{ status: 'pending', method: null, lastPayment: last }]],
  ])('of an autopayment that %s says that it works', async (_, autopayments) => {
    withAutopayments(...autopayments)
    expect((await open()).h1).toBe('Автоплатёж подключён')
  })

  test('claims nothing while autopayments are not known', async () => {
    upstream.on('autopayments', { status: 500, body: { message: UPSTREAM_SECRET } })
    expect(await open()).toBeErrorScreen(502)
    const look = await (await portal.customer()).data('/personal/autopay-success?payment=p&watch')
    expect(look.html).not.toContain('подключён')
  })

  test('says the same when the page polls', async () => {
    withAutopayments({ ...unsaved, firstPayment: 'p' })
    const data = { ...first, createdAt: '2026-10-05T09:12:44Z' }
    upstream.on('personalPaymentState', { body: { data } })
    const look = await (await portal.customer()).data('/personal/autopay-success?payment=p&watch')
    expect(look.html).toContain('карта не сохранилась')
  })
})

describe('the mailed opt-out link', () => {
  const LINK = '/autopay-refuse/9f3c2a7e51b04d6c8a1e?code=a%2Bb'
  const REFUSE = 'Отказаться от списания'

  test('passes id and code on, and tells guests and customers that the charge is skipped', async () => {
    for (const visitor of [portal.visitor(), await portal.customer()]) {
      const answer = await visitor.press(await visitor.get(LINK), REFUSE)
      expect(await visitor.follow(answer)).toShowFlash('success', /^Ближайшего списания не будет/)
    }
    expect(upstream.named('optOutOfCharge').map(({ id, body }) => ({ id, body }))).toEqual(
      Array(2).fill({ id: '9f3c2a7e51b04d6c8a1e', body: { code: 'a+b' } }),
    )
  })

  test('when expired or used says so, and what to do instead', async () => {
    for (const status of [410, 422]) {
      upstream.on('optOutOfCharge', { status, body: { message: 'Код не подходит' } })
      const visitor = portal.visitor()
      const answer = await visitor.press(await visitor.get(LINK), REFUSE)
      expect(answer.status).toBe(400)
      expect(answer.main).toContain('Если ссылка устарела или уже использована')
      expect(answer.links).toContain(LIST)
    }
  })

  test('without its code sends nothing', async () => {
    const visitor = portal.visitor()
    const path = '/autopay-refuse/9f3c2a7e51b04d6c8a1e'
    const answer = await visitor.press(await visitor.get(path), REFUSE)
    expect(answer.status).toBe(400)
    expect(upstream.named('optOutOfCharge')).toEqual([])
  })
})

describe('a rejected form whose page can’t be loaded either', () => {
  const outOfReach = () => {
    for (const call of ['accounts', 'autopayments', 'savedMethods', 'history', 'defaultAccount'] as const)
      upstream.on(call, 'answers 503 with Retry-After')
  }

  test('of a new autopayment comes back with what was typed', async () => {
    const { visitor, page } = await open(NEW)
    outOfReach()
    upstream.on('newAutopayment', 'answers 503 with Retry-After')
    const answer = await visitor.press(page, CONNECT, {
      account: dachaAccount.account,
      limit: '77',
      consent: true,
    })
    expect(answer.status).toBe(503)
    expect(answer.field('account').value).toBe(dachaAccount.account)
    expect(answer.field('limit').value).toBe('77')
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test('of a payment comes back with account, amount and card', async () => {
    const { visitor, page } = await open('/personal/pay')
    outOfReach()
    upstream.on('personalPayment', 'answers 503 with Retry-After')
    const answer = await visitor.press(page, 'Оплатить', { amount: '12,5', paymentMethod: 'method-1' })
    expect(answer.status).toBe(503)
    expect(answer.field('account').value).toBe(homeAccount.account)
    expect(answer.field('amount').value).toBe('12,5')
    expect(answer.controls('paymentMethod').map(({ value, checked }) => ({ value, checked }))).toEqual([
      { value: '', checked: false },
      { value: 'method-1', checked: true },
    ])
    expect(keyIn(answer)).toBe(keyIn(page))
  })

  test('still redirects to the login when the session has ended', async () => {
    const { visitor, page } = await open('/personal/pay')
    upstream.on('personalPayment', 'reset')
    upstream.on('accounts', { status: 401, body: { message: 'Кто вы?' } })
    expect(await visitor.press(page, 'Оплатить', { amount: '12' })).toHaveRedirect(/^\/login\?redirectTo=/)
  })
})
