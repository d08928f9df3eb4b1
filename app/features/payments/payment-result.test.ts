import { account } from 'contract/accounts'
import { type Payment, payment } from 'contract/payments'
import { declineReasonInWords } from 'format/decline-reason'
import { describe, expect, test } from 'vitest'
import { type ResultPage, type ResultState, viewOfResult } from './payment-result'

const pages: ResultPage[] = ['guest', 'personal', 'autopayment']
const states: ResultState[] = ['none', 'pending', 'unanswered', 'succeeded', 'canceled']
const fieldsOf = (state: ResultState) =>
  state === 'unanswered' ? { status: 'pending', unanswered: true } : { status: state }

const paid = (changes: Record<string, unknown> = {}): Payment =>
  payment.parse({
    id: 'p1',
    account: '1000200030',
    amount: 123_456,
    status: 'succeeded',
    createdAt: '2026-10-05T09:12:44Z',
    source: 'guest',
    ...changes,
  })

const accountOwing = (balance: number) =>
  account.parse({ account: '1000200030', address: 'ул. Садовая, д. 5', balance, isDefault: true })

const view = (
  page: ResultPage,
  state: ResultState,
  changes = {},
  more: { bankPage?: string; receipt?: string; now?: Date; balance?: number } = {},
) =>
  viewOfResult(page, state === 'none' ? null : paid({ ...fieldsOf(state), ...changes }), {
    accounts: more.balance === undefined ? null : [accountOwing(more.balance)],
    timeZone: 'Europe/Moscow',
    now: new Date('2026-10-05T10:00:00Z'),
    bankPage: null,
    receipt: null,
    ...more,
  })

const every = pages.flatMap((page) => states.map((state): [ResultPage, ResultState] => [page, state]))

const moneyIn: Record<ResultState, RegExp> = {
  none: /показать нечего/,
  pending: /Пока неизвестно, списаны ли деньги/,
  unanswered: /Неизвестно, списаны ли деньги/,
  succeeded: /Оплачено 1\u00a0234,56\u00a0₽|оплачено 1\u00a0234,56\u00a0₽/,
  canceled: /Деньги не списаны/,
}

describe.each(every)('the page %s of a payment with status %s', (page, state) => {
  const shown = view(page, state)
  const words = [shown.title, ...shown.words].join(' ')

  test('says whether money was charged, and nothing about other statuses', () => {
    for (const [other, pattern] of Object.entries(moneyIn)) {
      if (other === state) expect(words).toMatch(pattern)
      else expect(words).not.toMatch(pattern)
    }
  })

  test('has a next step, or waits', () => {
    if (state !== 'pending') expect(shown.steps.length).toBeGreaterThan(0)
    expect(shown.state).toBe(state)
  })

  test('links a guest to no page that requires sign-in', () => {
    if (page === 'guest') expect(shown.steps.map(({ to }) => to).join()).not.toContain('/personal')
  })

  test('has the payment’s details, when there is a payment', () => {
    const terms = shown.facts.map(({ term }) => term)
    if (state === 'none') expect(terms).toEqual([])
    else expect(terms.slice(0, 2)).toEqual(['Лицевой счёт', 'Сумма'])
  })

  test('links to the bank only while pending', () => {
    const steps = view(page, state, {}, { bankPage: 'https://yoomoney.ru/pay' }).steps.map(({ to }) => to)
    expect(steps.includes('https://yoomoney.ru/pay')).toBe(state === 'pending')
  })
})

test.each(pages)('the page %s promises no answer where the bank will not give one', (page) => {
  const { title, words } = view(page, 'unanswered')
  expect(title).toBe('Банк так и не ответил')
  expect(words.join(' ')).toContain('Проверьте списания по карте.')
  expect(words.join(' ')).not.toMatch(/за минуту|не платите/)
})

test('a first payment without an answer promises none, either, where its autopayment was removed', () => {
  const shown = viewOfResult('autopayment', paid({ status: 'pending', unanswered: true }), {
    accounts: null,
    timeZone: 'Europe/Moscow',
    now: new Date('2026-10-05T10:00:00Z'),
    bankPage: null,
    receipt: null,
    autopaymentOutcome: 'removed',
  })
  expect(shown.title).toBe('Банк так и не ответил')
})

describe('the next step after a canceled payment', () => {
  test('keeps account and amount for a customer', () =>
    expect(view('personal', 'canceled').steps[0]?.to).toBe(
      '/personal/pay?account=1000200030&amount=1234%2C56',
    ))

  test('is the history where the customer began another payment instead', () => {
    const { steps } = view('personal', 'canceled', { cancelReason: 'replaced' })
    expect(steps.map(({ to }) => to)).toEqual(['/personal/history?account=1000200030', '/personal'])
  })

  test('keeps the amount for a guest, whose account is masked', () =>
    expect(view('guest', 'canceled', { account: '1000***30' }).steps[0]?.to).toBe('/pay?amount=1234%2C56'))
})

describe('a refunded payment', () => {
  const shown = (refunded: number) => view('personal', 'succeeded', { refunded })

  test.each([
    [50_000, 'Возвращено 500,00\u00a0₽', '500,00\u00a0₽'],
    [123_456, 'Возвращено полностью', '1\u00a0234,56\u00a0₽'],
  ])('says that %i kopecks were refunded', (refunded, words, sum) => {
    expect(shown(refunded).words.at(-1)).toMatch(new RegExp(`^${words}: `))
    expect(shown(refunded).facts).toContainEqual({ term: 'Возвращено', text: sum })
  })

  test('says nothing when nothing was refunded', () => {
    expect(JSON.stringify(shown(0))).not.toContain('Возвращено')
  })
})

describe('the decline reason', () => {
  test.each([
    ['insufficient_funds', /не хватило денег/],
    ['card_expired', /Срок действия карты истёк/],
    ['expired_on_confirmation', /не был подтверждён.+вы отказались, или время вышло/],
    ['not_sent', /не успели отправить платёж в банк.*Оплатите ещё раз/],
    ['no_answer', /Банк так и не сообщил, списаны ли деньги.+если деньги списаны, позвоните/],
    ['canceled_by_company', /отменён компанией/],
    ['canceled_by_merchant', /отменён компанией/],
    ['something_new', /^Платёж отменён/],
    ['constructor', /^Платёж отменён/],
    [null, /^Платёж отменён/],
    [undefined, /^Платёж отменён/],
    ['', /^Платёж отменён/],
  ])('%s is put into words', (reason, words) => expect(declineReasonInWords(reason)).toMatch(words))

  test('is beside the sentence that nothing was charged', () =>
    expect(view('guest', 'canceled', { cancelReason: 'call_issuer' }).words).toEqual([
      'Деньги не списаны.',
      expect.stringMatching(/просит ему позвонить/),
    ]))
})

describe('a payment that was given up without an answer of the bank', () => {
  test.each(pages)('is never called not charged on the page %s', (page) => {
    const { state, words } = view(page, 'canceled', { cancelReason: 'no_answer' })
    expect(state).toBe('unanswered')
    expect(words.join(' ')).toMatch(/^Неизвестно, списаны ли деньги.+Проверьте списания/)
    expect(words.join(' ')).not.toContain('не списаны.')
  })
})

describe('the receipt', () => {
  const receipt = (changes: object, link?: string) =>
    view('guest', 'succeeded', changes, link ? { receipt: link } : {}).facts.find(
      ({ term }) => term === 'Чек',
    )

  test('has its link when it is ready', () =>
    expect(receipt({ receiptStatus: 'done' }, 'https://check.test/1')).toMatchObject({
      link: { to: 'https://check.test/1', reload: true },
    }))

  test('is announced while it is being made', () =>
    expect(receipt({ receiptStatus: 'pending' })?.text).toMatch(/^Готовится/))

  test('is said to be sent by e-mail', () => {
    const sent = receipt({ receiptStatus: 'done', receiptUrl: 'javascript:alert(1)' })
    expect(sent).toEqual({ term: 'Чек', text: 'Отправлен на вашу почту' })
  })

  test('says what to do when it failed, and has no link', () => {
    const failed = receipt({ receiptStatus: 'failed' }, 'https://check.test/1')
    expect(failed?.text).toMatch(/Напишите нам/)
    expect(failed).not.toHaveProperty('link')
  })

  test('is not mentioned when its status is unknown', () => expect(receipt({})).toBeUndefined())

  test('is not mentioned before the payment succeeds', () => {
    const facts = view('guest', 'canceled', { receiptStatus: 'pending' }).facts
    expect(facts.map(({ term }) => term)).not.toContain('Чек')
  })
})

describe('within five minutes of its beginning', () => {
  const now = new Date('2026-10-05T09:17:43Z')
  const later = new Date('2026-10-05T09:17:44Z')

  test.each(pages)('the page %s of a pending payment checks calmly, and offers no second payment', (page) => {
    const bankPage = 'https://yoomoney.ru/pay'
    const { title, words, steps } = view(page, 'pending', {}, { now, bankPage })
    expect(title).toBe('Проверяем платёж…')
    expect(words.join(' ')).toContain('Второй раз платить не нужно.')
    expect(steps.map(({ text }) => text).join()).not.toMatch(/заново|ещё раз/)
    expect(view(page, 'pending', {}, { now: later, bankPage }).title).toBe('Ждём ответа банка')
  })

  test('only later a customer may pay again', () => {
    const texts = (moment: Date) =>
      view('personal', 'pending', {}, { now: moment, bankPage: 'https://yoomoney.ru/pay' }).steps.map(
        ({ text }) => text,
      )
    expect(texts(now)).toEqual(['Продолжить оплату', 'История платежей'])
    expect(texts(later)).toEqual(['Продолжить оплату', 'Заплатить заново', 'История платежей'])
  })
})

describe('a payment that did not go through', () => {
  const stepsOwing = (balance: number) =>
    view('personal', 'canceled', { cancelReason: 'insufficient_funds' }, { balance })

  test('is offered again while something is owed, and not more than that', () => {
    expect(stepsOwing(100_000).steps[0]).toEqual({
      text: 'Оплатить ещё раз',
      to: '/personal/pay?account=1000200030&amount=1000%2C00',
    })
    expect(stepsOwing(900_000).steps[0]?.to).toContain('amount=1234%2C56')
  })

  test.each([0, -5_000])('asks for no payment where the balance is %i', (balance) => {
    const { words, steps } = stepsOwing(balance)
    expect(words).toEqual([
      'Деньги не списаны.',
      'На карте не хватило денег.',
      'По этому лицевому счёту долга нет, платить ещё раз не нужно.',
    ])
    expect(steps.map(({ text }) => text)).toEqual(['История платежей', 'Лицевые счета'])
  })

  test('asks for no payment of an unanswered one, either, where nothing is owed', () => {
    const { words, steps } = view('personal', 'unanswered', {}, { balance: 0 })
    expect(words.join(' ')).not.toContain('заплатите ещё раз')
    expect(steps.map(({ text }) => text)).toEqual(['История платежей'])
  })

  test('of a guest is offered again by the debt that the payment names', () => {
    const textsOf = (balance: number) => view('guest', 'canceled', { balance }).steps.map(({ text }) => text)
    expect(textsOf(100)).toEqual(['Оплатить ещё раз', 'На главную'])
    expect(textsOf(0)).toEqual(['На главную', 'Оплатить другой лицевой счёт'])
  })
})

describe('a payment that succeeded', () => {
  const factsWith = (page: ResultPage, changes: object, balance?: number) =>
    Object.fromEntries(
      view(page, 'succeeded', changes, balance === undefined ? {} : { balance }).facts.map((fact) => [
        fact.term,
        fact.text,
      ]),
    )

  test('names the address, the payee and what is still owed', () => {
    expect(factsWith('personal', { payee: 'ООО «Тихий берег»' }, 100)).toMatchObject({
      'Лицевой счёт': '1000200030',
      Адрес: 'ул.\u00a0Садовая, д.\u00a05',
      Получатель: 'ООО «Тихий берег»',
      'Осталось к оплате': '1,00\u00a0₽',
    })
    expect(factsWith('personal', {}, 0)).toMatchObject({ 'Осталось к оплате': 'Долга нет' })
    expect(factsWith('personal', {}, -100)).toMatchObject({ Переплата: '1,00\u00a0₽' })
  })

  test('shows a guest what the payment itself says of the account', () => {
    const facts = factsWith('guest', { addressMasked: 'ул. Са…, д. 5', balance: 0 })
    expect(facts).toMatchObject({ Адрес: 'ул.\u00a0Са…, д.\u00a05', 'Осталось к оплате': 'Долга нет' })
    expect(factsWith('guest', {})).not.toHaveProperty('Осталось к оплате')
  })

  test('is asked about again while its receipt is being made', () => {
    expect(view('personal', 'succeeded', { receiptStatus: 'pending' }).mayChange).toBe(true)
    expect(view('personal', 'succeeded', { receiptStatus: 'done' }).mayChange).toBe(false)
  })
})
