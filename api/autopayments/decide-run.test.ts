import { toKopecks } from 'contract/money'
import { DAY } from 'format/durations'
import { describe, expect, test } from 'vitest'
import { afterDecline, canResumeSameCard, type DecidedRun, decideRun, type Money } from './decide-run'

const ZONE = 'Europe/Moscow'
/** A moment by the clocks of Moscow. */
const at = (time: string) => new Date(`${time}+03:00`)
const ten = at('2026-10-06T10:00')
const sentInTime = { writtenAt: at('2026-10-05T09:00'), sentAt: at('2026-10-05T09:30'), isDead: false }
const neverSent = { ...sentInTime, sentAt: null }

const warned: DecidedRun = {
  chargeAt: ten,
  warnedAmount: toKopecks(50_000),
  warning: sentInTime,
  warnBy: at('2026-10-09T10:00'),
  hasOverLimitNotice: false,
}
const planned: DecidedRun = { ...warned, warnedAmount: null, warning: null, warnBy: null }

const decide = (
  now: Date,
  {
    amountDue = 50_000,
    refundDebt = 0,
    limit = 100_000,
    pending = 0,
  }: Partial<Record<keyof Money, number>> = {},
  run: Partial<DecidedRun> = {},
) => {
  const money: Money = {
    amountDue: toKopecks(amountDue),
    refundDebt: toKopecks(refundDebt),
    limit: toKopecks(limit),
    pending: toKopecks(pending),
  }
  return decideRun(money, { ...warned, ...run }, { now, timeZone: ZONE })
}
const inAnHour = (now: Date) => ({ do: 'wait', until: new Date(now.getTime() + 3_600_000) })

describe('a run that nobody was warned of', () => {
  test.each([
    ['days before', '2026-10-03T12:00', '2026-10-06T10:00', '2026-10-06T10:00'],
    ['a day before', '2026-10-05T15:00', '2026-10-06T15:00', '2026-10-06T15:00'],
    ['too late, and the charge is moved', '2026-10-05T10:01', '2026-10-06T10:00', '2026-10-07T10:00'],
  ])('warns %s', (_, now, planFor, charge) => {
    const chargeAt = at(planFor)
    expect(decide(at(now), {}, { ...planned, chargeAt })).toEqual({
      do: 'warn',
      amount: 50_000,
      chargeAt: at(charge),
      warnBy: new Date(chargeAt.getTime() + 3 * DAY),
    })
  })

  test('tries no longer than it began to, when its charge moves', () => {
    const warnBy = at('2026-10-07T10:00')
    expect(decide(ten, {}, { ...planned, warnBy })).toMatchObject({ do: 'warn', warnBy })
  })

  test('warns again when its letter is not there any more', () => {
    expect(decide(ten, {}, { warning: null })).toMatchObject({ do: 'warn', chargeAt: at('2026-10-07T10:00') })
    expect(decide(ten, {}, { warnedAmount: null })).toMatchObject({ do: 'warn' })
  })
})

describe('a charge', () => {
  test('is made at its time, not before', () => {
    const before = at('2026-10-06T09:59')
    expect(decide(before)).toEqual({ do: 'wait', until: ten })
    expect(decide(ten)).toEqual({ do: 'charge', amount: 50_000 })
  })

  test.each([
    ['what the letter says', { amountDue: 60_000 }, 50_000],
    ['what is owed', { amountDue: 40_000 }, 40_000],
    ['the limit', { amountDue: 50_000, limit: 50_000 }, 50_000],
  ])('is never more than %s', (_, money, amount) => {
    expect(decide(ten, money)).toEqual({ do: 'charge', amount })
  })

  test('waits until a day has passed since the letter was sent', () => {
    const sentLate = { ...sentInTime, sentAt: at('2026-10-05T12:00') }
    const from = at('2026-10-06T12:00')
    expect(decide(ten, {}, { warning: sentLate })).toEqual({ do: 'wait', until: from, chargeAt: from })
    expect(decide(from, {}, { warning: sentLate })).toEqual({ do: 'charge', amount: 50_000 })
  })

  test('that comes more than two days late is warned of again', () => {
    expect(decide(at('2026-10-08T10:00'))).toEqual({ do: 'charge', amount: 50_000 })
    expect(decide(at('2026-10-08T10:01'))).toMatchObject({ do: 'warn', chargeAt: at('2026-10-10T10:00') })
  })
})

describe('a letter that is not sent', () => {
  test('is waited for, for an hour at a time', () => {
    expect(decide(ten, {}, { warning: neverSent })).toEqual(inAnHour(ten))
  })

  test('and given up by the mail server is written again when it is a day old', () => {
    const given = { warning: { ...neverSent, isDead: true, writtenAt: at('2026-10-06T09:00') } }
    const before = at('2026-10-07T08:59')
    expect(decide(before, {}, given)).toEqual(inAnHour(before))
    expect(decide(at('2026-10-07T09:00'), {}, given)).toMatchObject({ do: 'warn' })
    const later = at('2026-10-07T12:00')
    expect(decide(later, {}, { warning: neverSent })).toEqual(inAnHour(later))
  })

  test('is waited for three days; then nothing is charged in this period', () => {
    const before = at('2026-10-09T09:59')
    expect(decide(before, {}, { warning: neverSent })).toEqual(inAnHour(before))
    expect(decide(at('2026-10-09T10:00'), {}, { warning: neverSent })).toEqual({
      do: 'skip',
      why: 'not_warned',
    })
  })
})

describe('a run with too little to charge', () => {
  test.each([
    ['nothing is owed', { amountDue: 0 }, 'nothing_owed'],
    ['there is an overpayment', { amountDue: -500 }, 'nothing_owed'],
    ['all that is owed was given back', { amountDue: 0, refundDebt: 1 }, 'given_back'],
    ['less than a ruble is owed', { amountDue: 99 }, 'too_little'],
    ['less than a ruble is owed besides what was given back', { amountDue: 99, refundDebt: 1 }, 'too_little'],
    ['a kopeck is owed', { amountDue: 1 }, 'too_little'],
  ])('waits for its time and then charges nothing: %s', (_, money, why) => {
    const before = at('2026-10-06T09:59')
    expect(decide(before, money, planned)).toEqual({ do: 'wait', until: ten })
    expect(decide(ten, money)).toEqual({ do: 'skip', why })
  })

  test('begins at a ruble', () => {
    expect(decide(ten, { amountDue: 100 })).toEqual({ do: 'charge', amount: 100 })
  })
})

describe('a run over its limit', () => {
  const over = { amountDue: 100_001 }
  const before = at('2026-10-05T09:00')

  test('tells of it once, and charges nothing', () => {
    expect(decide(before, over, planned)).toEqual({ do: 'mail over limit', amount: 100_001, until: ten })
    expect(decide(before, over, { ...planned, hasOverLimitNotice: true })).toEqual({ do: 'wait', until: ten })
    expect(decide(ten, over)).toEqual({ do: 'skip over limit', amount: 100_001, mail: true })
    expect(decide(ten, over, { hasOverLimitNotice: true })).toEqual({
      do: 'skip over limit',
      amount: 100_001,
      mail: false,
    })
  })

  test('is one that exceeds it, not one that reaches it', () => {
    expect(decide(before, { amountDue: 100_000 }, planned)).toMatchObject({ do: 'warn', amount: 100_000 })
  })
})

describe('a charge beside other payments under way', () => {
  const aDayLater = at('2026-10-07T10:00')

  test('waits a day for them', () => {
    expect(decide(ten, { pending: 1 })).toEqual(inAnHour(ten))
    const before = at('2026-10-07T09:59')
    expect(decide(before, { pending: 1 })).toEqual(inAnHour(before))
  })

  test('then takes what they leave, at least a ruble', () => {
    expect(decide(aDayLater, { pending: 20_000 })).toEqual({ do: 'charge', amount: 30_000 })
    expect(decide(aDayLater, { pending: 49_900 })).toEqual({ do: 'charge', amount: 100 })
    expect(decide(aDayLater, { pending: 49_901 })).toEqual({ do: 'skip', why: 'other_payment' })
  })
})

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
  expect(canResumeSameCard('payment_method_restricted')).toBe(true)
  expect(['card_expired', 'permission_revoked', null].map(canResumeSameCard)).toEqual([false, false, false])
})
