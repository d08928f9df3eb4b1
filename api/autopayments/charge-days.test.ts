import { describe, expect, test } from 'vitest'
import {
  chargeAfterWarning,
  monthlyChargeAt,
  nextMonthlyPeriod,
  periodPlannedAt,
  planAt,
  soonestCharge,
} from './charge-days'

const ZONE = 'Europe/Moscow'
/** A moment by the clocks of Moscow. */
const at = (time: string) => new Date(`${time}+03:00`)

describe('a monthly charge', () => {
  test.each([
    [ZONE, '2026-10-05', '07:00'],
    // Clocks are changed that day.
    ['Europe/Berlin', '2026-10-25', '09:00'],
    ['America/New_York', '2027-03-14', '14:00'],
    ['America/New_York', '2026-11-01', '15:00'],
    [ZONE, '2014-10-26', '07:00'],
    ['Europe/Volgograd', '2020-12-27', '07:00'],
  ])('is made at ten of its day, in %s on %s at %s UTC', (zone, day, utc) => {
    const charge = monthlyChargeAt(Number(day.slice(8)), day.slice(0, 7), zone)
    expect(charge).toEqual(new Date(`${day}T${utc}:00Z`))
  })

  test('is planned 25 hours before, of the period that it is for', () => {
    expect(planAt(at('2026-10-05T10:00'))).toEqual(at('2026-10-04T09:00'))
    expect(periodPlannedAt(at('2026-09-30T09:00'), ZONE)).toBe('2026-10')
    expect(periodPlannedAt(at('2026-09-29T22:59'), ZONE)).toBe('2026-09')
    expect(periodPlannedAt(at('2026-09-29T23:00'), ZONE)).toBe('2026-10')
  })

  test.each([
    ['while there is time to plan it, of this month', '2026-10-04T09:00', null, '2026-10'],
    ['after that, of the next month', '2026-10-04T09:01', null, '2026-11'],
    ['of no month that is settled', '2026-10-01T09:00', '2026-10', '2026-11'],
    ['of no month that is settled in advance', '2026-10-01T09:00', '2026-12', '2027-01'],
    ['of this month, whatever was settled before', '2026-10-01T09:00', '2026-08', '2026-10'],
  ])('is %s', (_, now, after, period) => {
    expect(nextMonthlyPeriod(5, { now: at(now), after, timeZone: ZONE })).toBe(period)
  })
})

describe('the soonest charge', () => {
  test.each([
    ['2026-10-05T09:59', '2026-10-06T10:00'],
    ['2026-10-05T10:00', '2026-10-06T10:00'],
    ['2026-10-05T10:01', '2026-10-07T10:00'],
    ['2026-10-31T23:00', '2026-11-02T10:00'],
  ])('after a warning at %s is at %s', (now, charge) => {
    expect(soonestCharge(at(now), ZONE)).toEqual(at(charge))
  })
})

describe('a charge that was meant for ten on 6 October', () => {
  test.each([
    ['is made then, not sooner,', '2026-10-03T12:00', '2026-10-06T10:00'],
    ['is made then', '2026-10-05T09:00', '2026-10-06T10:00'],
    ['is made then, a day later,', '2026-10-05T10:00', '2026-10-06T10:00'],
    ['waits for the day to pass', '2026-10-05T10:01', '2026-10-06T10:01'],
    ['waits until the evening', '2026-10-05T17:59', '2026-10-06T17:59'],
    ['is not made in the evening', '2026-10-05T18:00', '2026-10-07T10:00'],
    ['is not made at night', '2026-10-06T03:00', '2026-10-07T10:00'],
  ])('%s when its warning was sent at %s', (_, sentAt, charge) => {
    const meant = { chargeAt: at('2026-10-06T10:00'), sentAt: at(sentAt) }
    expect(chargeAfterWarning(meant, ZONE)).toEqual(at(charge))
  })
})
