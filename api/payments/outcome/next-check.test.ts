import { DAY, HOUR } from 'format/durations'
import { describe, expect, test } from 'vitest'
import { endByAge, nextCheckAt } from './next-check'

const created = '2026-10-05T09:00:00.000Z'
const secondsLater = (seconds: number) => new Date(Date.parse(created) + seconds * 1_000)
const pending = {
  state: 'pending',
  receiptPending: false,
  createdAt: created,
  paidAt: null,
  mayStillBePaid: false,
} as const

const pauseAfter = (seconds: number) =>
  (Date.parse(nextCheckAt(pending, secondsLater(seconds)) ?? '') - secondsLater(seconds).getTime()) / 1_000

describe('a payment that is not over', () => {
  test.each([
    [0, 5],
    [10, 5],
    [60, 30],
    [20 * 60, 10 * 60],
    [5 * 3_600, 15 * 60],
    [86_400, 3_600],
    [2 * 86_400, 3_600],
    [7 * 86_400, 6 * 3_600],
    [30 * 86_400, 6 * 3_600],
  ])('is asked about again: %i seconds old, after %i seconds', (age, pause) => {
    expect(pauseAfter(age)).toBe(pause)
  })

  test('is never forgotten', () => {
    for (const state of ['created', 'sent', 'unknown', 'pending'] as const) {
      expect(nextCheckAt({ ...pending, state }, secondsLater(400 * 86_400))).not.toBeNull()
    }
  })
})

describe('a payment that is over', () => {
  test('is not asked about', () => {
    expect(nextCheckAt({ ...pending, state: 'canceled' }, secondsLater(0))).toBeNull()
    expect(nextCheckAt({ ...pending, state: 'succeeded', paidAt: created }, secondsLater(0))).toBeNull()
  })

  test('is asked about every three days for two weeks, when it was canceled without the gateway’s word', () => {
    const canceled = { ...pending, state: 'canceled', mayStillBePaid: true } as const
    expect(nextCheckAt(canceled, secondsLater(25 * 3_600))).toBe(secondsLater(97 * 3_600).toISOString())
    expect(nextCheckAt(canceled, secondsLater(14 * 86_400))).toBeNull()
  })

  test('is asked about while its receipt is being made, for a month', () => {
    const paid = { ...pending, state: 'succeeded', receiptPending: true, paidAt: created } as const
    expect(nextCheckAt(paid, secondsLater(60))).toBe(secondsLater(90).toISOString())
    expect(nextCheckAt(paid, secondsLater(30 * 86_400))).not.toBeNull()
    expect(nextCheckAt(paid, secondsLater(30 * 86_400 + 1))).toBeNull()
  })
})

const sent = '2026-10-05T10:00:00.000Z'
const WEEK = 7 * DAY

const ended = (
  payment: { savedMethod: string | null; firstSentAt: string | null; gatewayPaymentId: string | null },
  [from, ms]: [string, number],
) =>
  endByAge(
    { request: { savedMethod: payment.savedMethod }, ...payment, createdAt: created, sends: 2 },
    new Date(Date.parse(from) + ms),
  )

test.each([
  ['on the gateway’s page, from when it was sent', null, sent, 'g1', sent, 25 * HOUR, 'no_answer'],
  ['whose page nobody got to', null, sent, null, sent, 25 * HOUR, 'expired_on_confirmation'],
  [
    'that was never sent, from when it began',
    null,
    null,
    null,
    created,
    25 * HOUR,
    'expired_on_confirmation',
  ],
  ['of a card that was never sent, too', 'card', null, null, created, 25 * HOUR, 'expired_on_confirmation'],
  ['of a card that may have been charged', 'card', sent, null, sent, WEEK, 'no_answer'],
])(
  'a payment %s is waited for so long',
  (_, savedMethod, firstSentAt, gatewayPaymentId, from, ms, reason) => {
    const payment = { savedMethod, firstSentAt, gatewayPaymentId }
    expect(ended(payment, [from, ms - 1])).toBeNull()
    expect(ended(payment, [from, ms])).toEqual({
      event: 'abandon',
      actor: 'time',
      declineReason: reason,
      sends: 2,
    })
  },
)
