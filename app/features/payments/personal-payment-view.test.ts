import { account } from 'contract/accounts'
import { toKopecks } from 'contract/money'
import { type Payment, payment, savedMethod } from 'contract/payments'
import { moment } from 'contract/time'
import { describe, expect, test } from 'vitest'
import { viewOfPersonalPayment } from './personal-payment-view'

type Begun = { amount: number } & Partial<Omit<Payment, 'id' | 'account' | 'amount' | 'status'>>
const begun = (amount: number): Begun => ({ amount })
const bank = 'https://yoomoney.ru/pay/1'

const view = (
  balance: number,
  pending: readonly Begun[] = [],
  { expiresAt = null, unlisted = 0 }: { expiresAt?: string | null; unlisted?: number } = {},
) =>
  viewOfPersonalPayment(
    {
      account: account.parse({ account: '1000200030', balance, isDefault: true }),
      pending: {
        payments: pending.map((one, index) =>
          payment.parse({
            id: `p${index}`,
            account: '1000200030',
            createdAt: '2026-10-05T03:43:44Z',
            source: 'personal',
            ...one,
            status: 'pending',
          }),
        ),
        count: pending.length + unlisted,
        totalAmount: pending.reduce((sum, { amount }) => sum + amount, 0) + unlisted * 100,
      },
      methods: [savedMethod.parse({ id: 'm', kind: 'card', title: 'Карта *4444', expiresAt })],
      chosenCard: null,
    },
    {
      timeZone: 'Europe/Moscow',
      now: new Date('2026-10-05T09:00:00Z'),
      bankPage: (url) => (url === bank ? url : null),
    },
  )

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

describe('the debt', () => {
  test.each([
    [245_050, [], 245_050],
    [245_050, [45_050], 245_050],
    [245_050, [245_050], 245_050],
    [0, [100], 0],
    [-500, [100], 0],
  ])('of %i is not reduced by %j, which is only pending', (balance, pending, owed) =>
    expect(view(balance, pending.map(begun)).owed).toBe(owed),
  )

  test('is the amount shown', () =>
    expect(view(245_050, [begun(245_050)]).toPay).toEqual({ kind: 'due', amount: '2\u00a0450,50\u00a0₽' }))

  test('is zero for a settled or overpaid account', () => {
    expect(view(0).toPay).toEqual({ kind: 'settled' })
    expect(view(-500).toPay).toEqual({ kind: 'overpaid', amount: '5,00\u00a0₽' })
  })
})

describe('the customer’s pending payments', () => {
  test('have their time and a link to the bank', () => {
    const [one] = view(245_050, [{ amount: 45_050, confirmationUrl: bank }]).pendingPayments?.payments ?? []
    expect(plain(one?.words)).toBe('Вы начали оплату 450,50 ₽ в 6:43, банк её ещё не подтвердил.')
    expect(one).toMatchObject({ step: 'continue', to: bank })
  })

  test.each([null, 'https://evil.test/'])('link to their result page when the bank page is %s', (url) =>
    expect(view(1, [{ amount: 100, confirmationUrl: url }]).pendingPayments?.payments).toEqual([
      expect.objectContaining({ step: 'continue', to: '/personal/pay-success?payment=p0' }),
    ]),
  )

  test('have their date when they are not from today', () => {
    const [one] =
      view(1, [{ amount: 100, createdAt: moment.parse('2026-10-04T20:59:00Z') }]).pendingPayments?.payments ??
      []
    expect(plain(one?.words)).toContain('4 октября в 23:59')
  })

  test('can only be checked when a saved card is being charged', () => {
    const { pendingPayments: shown } = view(245_050, [
      { amount: 100, method: { kind: 'card', title: 'Карта *4444' } },
      { amount: 200, source: 'autopayment' },
    ])
    expect(shown?.payments.map(({ words, step }) => [plain(words), step])).toEqual([
      ['Списание с сохранённой карты 1,00 ₽ (Карта *4444): начато в 6:43, банк ещё не ответил.', 'check'],
      ['Автоплатёж 2,00 ₽: начат в 6:43, банк ещё не ответил.', 'check'],
    ])
    expect(shown?.replacement).toBeNull()
  })

  test('say what the bank charges in all for several accounts', () => {
    const basket = { id: 'b', amount: toKopecks(341_029) }
    const { pendingPayments: shown } = view(245_050, [{ amount: 203_078, basket, confirmationUrl: bank }])
    expect(plain(shown?.payments[0]?.words)).toBe(
      'Вы начали оплату 2 030,78 ₽ в 6:43, банк её ещё не подтвердил. Это часть одного платежа за несколько лицевых счетов: всего банк спишет 3 410,29 ₽.',
    )
    expect(plain(shown?.replacement?.words)).toBe(
      'Или заплатите 2 450,50 ₽ заново, только по этому лицевому счёту. Незаконченную оплату тогда не продолжайте, чтобы не заплатить дважды: другие её лицевые счета оплатите отдельно.',
    )
  })

  test('of one account say nothing of others', () => {
    const basket = { id: 'b', amount: toKopecks(100) }
    for (const one of [{ amount: 100, basket }, begun(100)]) {
      const { pendingPayments: shown } = view(245_050, [one])
      expect(plain(shown?.payments[0]?.words)).toBe(
        'Вы начали оплату 1,00 ₽ в 6:43, банк её ещё не подтвердил.',
      )
      expect(plain(shown?.replacement?.words)).toBe(
        'Или заплатите 2 450,50 ₽ заново. Незаконченную оплату тогда не продолжайте, чтобы не заплатить дважды.',
      )
    }
  })

  test('are listed up to five, and counted', () => {
    const { pendingPayments: shown } = view(245_050, Array(6).fill(begun(100)), { unlisted: 2 })
    expect(shown?.payments).toHaveLength(5)
    expect(plain(shown?.more ?? undefined)).toBe('И ещё 3 платежа.')
  })

  test('can be replaced by one over the whole debt', () =>
    expect(view(245_050, [begun(100)]).pendingPayments?.replacement?.amount).toBe('2450,50'))

  test.each([0, -500])('can only be continued with the balance %i: nothing is owed', (balance) =>
    expect(view(balance, [begun(100)]).pendingPayments).toMatchObject({
      payments: [{ step: 'continue' }],
      replacement: null,
    }),
  )

  test('can’t be replaced when one of them can’t be abandoned', () => {
    const charge = { amount: 100, own: false, source: 'autopayment' } as const
    expect(view(245_050, [begun(100), charge]).pendingPayments?.replacement).toBeNull()
    expect(
      view(245_050, [begun(100), { amount: 100, own: false, source: 'guest' }]).pendingPayments?.replacement,
    ).not.toBeNull()
  })

  test('are not mentioned when there are none', () => expect(view(1).pendingPayments).toBeNull())
})

describe('others’ pending payments', () => {
  const others: Begun = { amount: 35_000_000, own: false, source: 'guest' }

  test('are mentioned without a link', () =>
    expect(view(245_050, [others, { amount: 45_050, own: true }])).toMatchObject({
      owed: 245_050,
      pendingPayments: { payments: [{ to: '/personal/pay-success?payment=p1' }] },
      pendingOfOthers:
        'Ещё не завершено, начато не из вашего кабинета: 1\u00a0платёж на 350\u00a0000,00\u00a0₽. Сумма к оплате уменьшится, если он пройдёт.',
    }))

  test('may be the only ones', () => expect(view(245_050, [others]).pendingPayments).toBeNull())

  test('are mentioned without a promise when nothing is owed', () =>
    expect(view(0, [others]).pendingOfOthers).toBe(
      'Ещё не завершено, начато не из вашего кабинета: 1\u00a0платёж на 350\u00a0000,00\u00a0₽.',
    ))

  test('are not mentioned when the API does not tell whose payments they are', () =>
    expect(view(245_050, [begun(45_050)], { unlisted: 2 }).pendingOfOthers).toBeNull())

  test('include unlisted ones', () =>
    expect(view(245_050, [others, { amount: 45_050, own: true }], { unlisted: 2 })).toMatchObject({
      pendingOfOthers:
        'Ещё не завершено, начато не из вашего кабинета: 3\u00a0платежа на 350\u00a0002,00\u00a0₽. Сумма к оплате уменьшится, если они пройдут.',
    }))
})

describe('payments without an answer from the bank', () => {
  const unanswered: Begun = { amount: 45_050, own: true, unanswered: true }

  test('are mentioned with a link, and can’t be replaced', () =>
    expect(view(245_050, [unanswered, { amount: 100, own: true, unanswered: false }])).toMatchObject({
      owed: 245_050,
      pendingPayments: { payments: [{ to: '/personal/pay-success?payment=p1' }], replacement: null },
      unanswered: {
        words:
          'Банк так и не ответил, списаны ли деньги: 1\u00a0платёж на 450,50\u00a0₽. В сумме к оплате это не учтено: прежде чем платить, проверьте списания по карте.',
        payments: [{ to: '/personal/pay-success?payment=p0' }],
      },
      pendingOfOthers: null,
    }))

  test('are mentioned also when nothing is owed', () =>
    expect(view(0, [unanswered]).unanswered?.words).toBe(
      'Банк так и не ответил, списаны ли деньги: 1\u00a0платёж на 450,50\u00a0₽. Проверьте списания по карте.',
    ))

  test('are not mentioned when there are none', () => expect(view(1, [begun(100)]).unanswered).toBeNull())
})

test.each([
  ['2028-01-31', 'до\u00a001.2028'],
  ['2028-01-31T00:00:00Z', 'до\u00a001.2028'],
  ['скоро', null],
  [null, null],
])('a card that expires at %s has the hint %s', (expiresAt, hint) =>
  expect(view(1, [], { expiresAt }).methods).toEqual([{ value: 'm', title: 'Карта *4444', hint }]),
)
