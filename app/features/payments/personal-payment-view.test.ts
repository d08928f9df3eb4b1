import { account } from 'contract/accounts'
import { payment, savedMethod } from 'contract/payments'
import { describe, expect, test } from 'vitest'
import { viewOfPersonalPayment } from './personal-payment-view'

interface Begun {
  amount: number
  own?: boolean
  unanswered?: boolean
}
const own = (amount: number): Begun => ({ amount })

const view = (
  balance: number,
  begun: readonly Begun[] = [],
  { expiresAt = null, unlisted = 0 }: { expiresAt?: string | null; unlisted?: number } = {},
) =>
  viewOfPersonalPayment(
    {
      account: account.parse({ account: '1000200030', balance, isDefault: true }),
      pending: {
        payments: begun.map((one, index) =>
          payment.parse({
            id: `p${index}`,
            account: '1000200030',
            ...one,
            status: 'pending',
            createdAt: '2026-10-05T09:12:44Z',
            source: 'personal',
          }),
        ),
        count: begun.length + unlisted,
        totalAmount: begun.reduce((sum, { amount }) => sum + amount, 0) + unlisted * 100,
      },
      methods: [savedMethod.parse({ id: 'm', kind: 'card', title: 'Карта *4444', expiresAt })],
    },
    'Europe/Moscow',
  )

describe('what is left to pay', () => {
  test.each([
    [245_050, [], 245_050],
    [245_050, [45_050], 200_000],
    [245_050, [45_050, 100_000], 100_000],
    [245_050, [245_050], 0],
    [245_050, [300_000], 0],
    [0, [], 0],
    [-500, [100], 0],
  ])('of %i with %j under way is %i', (balance, pending, remainder) =>
    expect(view(balance, pending.map(own)).remainder).toBe(remainder),
  )

  test('is the sum that is shown', () =>
    expect(view(245_050, [own(45_050)]).toPay).toEqual({ kind: 'due', amount: '2\u00a0000,00\u00a0₽' }))

  test('is nothing where the account is settled or overpaid', () => {
    expect(view(0).toPay).toEqual({ kind: 'settled' })
    expect(view(-500).toPay).toEqual({ kind: 'overpaid', amount: '5,00\u00a0₽' })
  })
})

describe('payments under way', () => {
  test('are said, counted and named with the way to each', () =>
    expect(view(245_050, [own(45_050), own(100)]).pending).toEqual({
      words: 'Ещё не завершено: 2\u00a0платежа на 451,50\u00a0₽. Это уже учтено в сумме к оплате.',
      payments: [
        { text: '450,50\u00a0₽, 5\u00a0октября 2026\u00a0г., 12:12', to: '/personal/pay-success?payment=p0' },
        { text: '1,00\u00a0₽, 5\u00a0октября 2026\u00a0г., 12:12', to: '/personal/pay-success?payment=p1' },
      ],
    }))

  test('are not said to be taken off where nothing is owed', () =>
    expect(view(0, [own(100)]).pending?.words).toBe('Ещё не завершено: 1\u00a0платёж на 1,00\u00a0₽.'))

  test('are not spoken of when there are none', () => expect(view(1).pending).toBeNull())
})

describe('what others have begun', () => {
  const others = { amount: 35_000_000, own: false }

  test('is said, and neither counted nor led to', () =>
    expect(view(245_050, [others, { amount: 45_050, own: true }])).toMatchObject({
      remainder: 200_000,
      pending: {
        words: 'Ещё не завершено: 1\u00a0платёж на 450,50\u00a0₽. Это уже учтено в сумме к оплате.',
        payments: [{ to: '/personal/pay-success?payment=p1' }],
      },
      begunByOthers:
        'Ещё не завершено, начато не из вашего кабинета: 1\u00a0платёж на 350\u00a0000,00\u00a0₽. Сумма к оплате уменьшится, когда деньги дойдут.',
    }))

  test('is all there is', () =>
    expect(view(245_050, [others])).toMatchObject({ remainder: 245_050, pending: null }))

  test('promises nothing where nothing is owed', () =>
    expect(view(0, [others]).begunByOthers).toBe(
      'Ещё не завершено, начато не из вашего кабинета: 1\u00a0платёж на 350\u00a0000,00\u00a0₽.',
    ))

  test('is nothing where an API does not tell whose payments are', () =>
    expect(view(245_050, [own(45_050)], { unlisted: 2 })).toMatchObject({
      remainder: 199_800,
      begunByOthers: null,
    }))

  test('is whatever was not listed beside it', () =>
    expect(view(245_050, [others, { amount: 45_050, own: true }], { unlisted: 2 })).toMatchObject({
      remainder: 200_000,
      begunByOthers: expect.stringContaining('3\u00a0платежа на 350\u00a0002,00\u00a0₽'),
    }))
})

describe('what the bank has never answered', () => {
  const unanswered = { amount: 45_050, own: true, unanswered: true }

  test('is said and led to, and not counted', () =>
    expect(view(245_050, [unanswered, { amount: 100, own: true, unanswered: false }])).toMatchObject({
      remainder: 244_950,
      pending: { words: expect.stringContaining('1\u00a0платёж на 1,00\u00a0₽') },
      unanswered: {
        words:
          'Банк так и не ответил, списаны ли деньги: 1\u00a0платёж на 450,50\u00a0₽. В сумме к оплате это не учтено: прежде чем платить, проверьте списания по карте.',
        payments: [{ to: '/personal/pay-success?payment=p0' }],
      },
      begunByOthers: null,
    }))

  test('is said where nothing is owed, too', () =>
    expect(view(0, [unanswered]).unanswered?.words).toBe(
      'Банк так и не ответил, списаны ли деньги: 1\u00a0платёж на 450,50\u00a0₽. Проверьте списания по карте.',
    ))

  test('is not spoken of when there is none', () => expect(view(1, [own(100)]).unanswered).toBeNull())
})

test.each([
  ['2028-01-31', 'до 01.2028'],
  ['2028-01-31T00:00:00Z', 'до 01.2028'],
  ['скоро', null],
  [null, null],
])('a card that expires at %s is hinted at by %s', (expiresAt, hint) =>
  expect(view(1, [], { expiresAt }).methods).toEqual([{ value: 'm', title: 'Карта *4444', hint }]),
)
