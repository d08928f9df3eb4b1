import { describe, expect, test } from 'vitest'
import { afterDecline, mayBeTriedAgain } from './after-decline'

describe('a declined charge', () => {
  test.each(['insufficient_funds', 'issuer_unavailable', 'internal_timeout'] as const)(
    'because of %s is tried again a day and then two days later',
    (reason) => {
      expect([1, 2, 3].map((attempt) => afterDecline(reason, attempt))).toEqual([
        { kind: 'again', afterDays: 1 },
        { kind: 'again', afterDays: 2 },
        { kind: 'give-up' },
      ])
    },
  )

  test('because of the card’s own limit is tried again the next day, once', () => {
    expect([1, 2].map((attempt) => afterDecline('payment_method_limit_exceeded', attempt))).toEqual([
      { kind: 'again', afterDays: 1 },
      { kind: 'give-up' },
    ])
  })

  test.each(['card_expired', 'permission_revoked', 'payment_method_restricted'] as const)(
    'because of %s is the last one of this card',
    (reason) => expect(afterDecline(reason, 1)).toEqual({ kind: 'suspend' }),
  )

  test.each(['general_decline', 'fraud_suspected', 'no_answer', 'refused_by_gateway'] as const)(
    'because of %s is not tried again in this period',
    (reason) => expect(afterDecline(reason, 1)).toEqual({ kind: 'give-up' }),
  )
})

test('a stopped autopayment may go on with the same card only when its bank has restricted that', () => {
  expect(mayBeTriedAgain('payment_method_restricted')).toBe(true)
  expect(['card_expired', 'permission_revoked', null].map(mayBeTriedAgain)).toEqual([false, false, false])
})
