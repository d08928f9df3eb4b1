import { toKopecks } from 'contract/money'
import { type Payment, payment } from 'contract/payments'
import { describe, expect, test } from 'vitest'
import { questionBefore } from './payment-question.server'

type Begun = { amount: number } & Partial<
  Pick<Payment, 'own' | 'source' | 'method' | 'unanswered' | 'basket'>
>

const shown = { timeZone: 'Europe/Moscow', now: new Date('2026-10-05T09:00:00Z') }
const spoken = (words: string) => words.replaceAll('\u00a0', ' ')

const paymentOf = (one: object, index = 0) =>
  payment.parse({
    id: `p${index}`,
    account: '1000200030',
    status: 'pending',
    createdAt: '2026-10-05T03:43:44Z',
    source: 'personal',
    ...one,
  })

const listOf = (begun: readonly Begun[], unlisted = 0) => ({
  payments: begun.map(paymentOf),
  count: begun.length + unlisted,
  totalAmount: begun.reduce((sum, one) => sum + one.amount, 0) + unlisted * 100,
})

const ask = (amount: number, balance: number, begun: readonly Begun[], unlisted = 0) =>
  questionBefore(
    { amount, balance, displayedBalance: null },
    { succeeded: [], pending: listOf(begun, unlisted) },
    shown,
  )?.map(spoken) ?? null

describe('the question before a payment', () => {
  test.each([
    ['the same sum again', 115_940, 115_940, [115_940]],
    ['a kopeck too much', 100, 200, [101]],
    ['anything beside a payment where nothing is owed', 100, 0, [100]],
    ['anything beside a payment where it is paid ahead', 100, -500, [100]],
  ])('is asked before %s', (_, amount, balance, begun) =>
    expect(
      ask(
        amount,
        balance,
        begun.map((one) => ({ amount: one })),
      ),
    ).not.toBeNull(),
  )

  test.each([
    ['there is nothing under way', 999_999, 100, []],
    ['both together are what is owed', 100, 200, [100]],
  ])('is not asked while %s', (_, amount, balance, begun) =>
    expect(
      ask(
        amount,
        balance,
        begun.map((one) => ({ amount: one })),
      ),
    ).toBeNull(),
  )

  test('counts pending payments that are not listed', () => {
    expect(ask(100, 300, [{ amount: 100 }], 2)).not.toBeNull()
    expect(ask(100, 300, [{ amount: 100 }], 1)).toBeNull()
  })

  test.each(['guest', 'personal'] as const)(
    'ignores unpaid payments that others began (%s), which anybody can do',
    (source) => expect(ask(100, 100, [{ amount: 35_000_000, own: false, source }])).toBeNull(),
  )
})

describe('says who began each payment, when and with what', () => {
  const method = { kind: 'card', title: 'Карта *4444' } as const
  test.each<[Begun, string]>([
    [{ amount: 115_940 }, 'Вы уже платите 1 159,40 ₽: начали в 6:43 на странице банка.'],
    [
      { amount: 115_940, basket: { id: 'b', amount: toKopecks(341_029) } },
      'Вы уже платите 1 159,40 ₽ из 3 410,29 ₽ за несколько лицевых счетов: начали в 6:43 на странице банка.',
    ],
    [
      { amount: 115_940, method, basket: { id: 'b', amount: toKopecks(341_029) } },
      'Вы уже платите 1 159,40 ₽ из 3 410,29 ₽ за несколько лицевых счетов (Карта *4444): начали в 6:43.',
    ],
    [{ amount: 115_940, method }, 'Вы уже платите 1 159,40 ₽ (Карта *4444): начали в 6:43.'],
    [
      { amount: 115_940, own: false, method },
      'Из другого кабинета уже платят 1 159,40 ₽ (Карта *4444), начали в 6:43.',
    ],
    [
      { amount: 115_940, own: false, source: 'autopayment', method },
      'Автоплатёж уже платит 1 159,40 ₽ (Карта *4444), начал в 6:43.',
    ],
    [
      { amount: 115_940, method, unanswered: true },
      'Вы начали платить 1 159,40 ₽ (Карта *4444) в 6:43, и банк так и не ответил, списаны ли деньги.',
    ],
  ])('%j', (begun, words) =>
    expect(ask(115_940, 115_940, [begun])).toEqual([
      words,
      'Вместе с новым платежом получится 2 318,80 ₽, а к оплате 1 159,40 ₽.',
    ]),
  )

  test('names at most five payments', () => {
    const words = ask(100, 0, Array(6).fill({ amount: 100 }), 1)
    expect(words).toHaveLength(7)
    expect(words?.slice(5)).toEqual([
      'И ещё 2 платежа.',
      'Вместе с новым платежом получится 8,00 ₽, а долга нет.',
    ])
  })
})

describe('a customer whose page was drawn before something was paid', () => {
  const method = { kind: 'card', title: 'Карта *4444' } as const
  const debt = 115_940

  /** The debt was seen, and then paid by these, the newest first. */
  const askAfter = (
    paid: readonly object[],
    { amount = debt, balance = 0, seenBalance = debt as number | null } = {},
  ) =>
    questionBefore(
      { amount, balance, displayedBalance: seenBalance },
      {
        pending: listOf([]),
        succeeded: paid.map((one, index) =>
          paymentOf(
            {
              status: 'succeeded',
              paidAt: new Date(Date.UTC(2026, 9, 5, 5 - index, 12)).toISOString(),
              ...one,
            },
            index,
          ),
        ),
      },
      shown,
    )?.map(spoken) ?? null

  test.each([
    [{}, 'Вы уже заплатили 1 159,40 ₽ в 8:12.'],
    [{ method }, 'Вы уже заплатили 1 159,40 ₽ (Карта *4444) в 8:12.'],
    [
      { source: 'autopayment', own: false, method },
      'Автоплатёж уже заплатил 1 159,40 ₽ (Карта *4444) в 8:12.',
    ],
    [{ own: false }, 'По этому лицевому счёту уже заплатили 1 159,40 ₽ в 8:12, не из вашего кабинета.'],
  ])('is told who has paid, when and by what (%j)', (paid, words) =>
    expect(askAfter([{ amount: debt, ...paid }])).toEqual([words, 'Новый платёж — 1 159,40 ₽, а долга нет.']),
  )

  test('is told of each payment since then, and of none before', () =>
    expect(askAfter([{ amount: 15_940 }, { amount: 50_000 }, { amount: 1 }], { balance: 50_000 })).toEqual([
      'Вы уже заплатили 159,40 ₽ в 8:12.',
      'Вы уже заплатили 500,00 ₽ в 7:12.',
      'Новый платёж — 1 159,40 ₽, а к оплате 500,00 ₽.',
    ]))

  test.each([[[]], [[{ amount: debt + 1 }]], [[{ amount: 1 }]], [Array(10).fill({ amount: debt / 10 })]])(
    'is told the sum alone where no few payments make it up (%j)',
    (paid) =>
      expect(askAfter(paid)).toEqual([
        'С тех пор как вы открыли страницу, по этому лицевому счёту зачтено 1 159,40 ₽.',
        'Новый платёж — 1 159,40 ₽, а долга нет.',
      ]),
  )

  test('is asked of sums that are too large for a number together', () =>
    expect(
      questionBefore(
        { amount: 200, balance: 100, displayedBalance: null },
        { pending: { payments: [], count: 1, totalAmount: Number.MAX_SAFE_INTEGER }, succeeded: [] },
        shown,
      )?.map(spoken),
    ).toEqual(['И ещё 1 платёж.', 'Новый платёж — 2,00 ₽, а к оплате 1,00 ₽.']))

  test('is told of what is under way besides', () =>
    expect(
      questionBefore(
        { amount: 200, balance: 100, displayedBalance: 200 },
        { pending: listOf([{ amount: 50 }]), succeeded: [paymentOf({ status: 'succeeded', amount: 100 })] },
        shown,
      )?.map(spoken),
    ).toEqual([
      'Вы уже заплатили 1,00 ₽ в 6:43.',
      'Вы уже платите 0,50 ₽: начали в 6:43 на странице банка.',
      'Вместе с новым платежом получится 2,50 ₽, а к оплате 1,00 ₽.',
    ]))

  test('is asked before the same sum ahead, too', () =>
    expect(askAfter([{ amount: 500 }], { amount: 500, balance: -500, seenBalance: 0 })?.[0]).toBe(
      'Вы уже заплатили 5,00 ₽ в 8:12.',
    ))

  test.each([
    ['more than the page said is owed, on purpose', { amount: 999_999, balance: debt }],
    ['no more than is still owed', { amount: 50_000, balance: 50_000 }],
    ['more than is owed, when that has only grown', { amount: 999_999, balance: debt + 1 }],
    ['from a page that did not say what is owed', { seenBalance: null }],
  ])('is asked nothing who pays %s', (_, given) => expect(askAfter([{ amount: debt }], given)).toBeNull())
})
