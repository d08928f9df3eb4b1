import { type Payment, payment } from 'contract/payments'
import { describe, expect, test } from 'vitest'
import { questionBefore } from './payment-question'

type Begun = { amount: number } & Partial<Pick<Payment, 'own' | 'source' | 'method' | 'unanswered'>>

const ask = (amount: number, balance: number, begun: readonly Begun[], unlisted = 0) =>
  questionBefore(
    { amount, balance },
    {
      payments: begun.map((one, index) =>
        payment.parse({
          id: `p${index}`,
          account: '1000200030',
          status: 'pending',
          createdAt: '2026-10-05T03:43:44Z',
          source: 'personal',
          ...one,
        }),
      ),
      count: begun.length + unlisted,
      totalAmount: begun.reduce((sum, one) => sum + one.amount, 0) + unlisted * 100,
    },
    { timeZone: 'Europe/Moscow', now: new Date('2026-10-05T09:00:00Z') },
  )?.map((words) => words.replaceAll('\u00a0', ' ')) ?? null

describe('a customer is asked', () => {
  test.each([
    ['the same sum again', 115_940, 115_940, [115_940]],
    ['a kopeck too much', 100, 200, [101]],
    ['anything beside a payment where nothing is owed', 100, 0, [100]],
    ['anything beside a payment where it is paid ahead', 100, -500, [100]],
  ])('before %s', (_, amount, balance, begun) =>
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
  ])('nothing while %s', (_, amount, balance, begun) =>
    expect(
      ask(
        amount,
        balance,
        begun.map((one) => ({ amount: one })),
      ),
    ).toBeNull(),
  )

  test('about payments that are not listed, too', () => {
    expect(ask(100, 300, [{ amount: 100 }], 2)).not.toBeNull()
    expect(ask(100, 300, [{ amount: 100 }], 1)).toBeNull()
  })

  test.each(['guest', 'personal'] as const)(
    'nothing about what others have only begun (%s), as anybody may, and leave it',
    (source) => expect(ask(100, 100, [{ amount: 35_000_000, own: false, source }])).toBeNull(),
  )
})

describe('the question says who began, when and by what', () => {
  const method = { kind: 'card', title: 'Карта *4444' } as const
  test.each<[Begun, string]>([
    [{ amount: 115_940 }, 'Вы уже платите 1 159,40 ₽: начали в 6:43 на странице банка.'],
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

  test('five times at most', () => {
    const words = ask(100, 0, Array(6).fill({ amount: 100 }), 1)
    expect(words).toHaveLength(7)
    expect(words?.slice(5)).toEqual([
      'И ещё 2 платежа.',
      'Вместе с новым платежом получится 8,00 ₽, а долга нет.',
    ])
  })
})
