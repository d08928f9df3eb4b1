import { expect, it } from 'vitest'
import { addDays, today, wallClock } from './dates'
import { localHour, startOfDay } from './local-hour'

it.each([
  ['2026-10-05', 'Europe/Moscow', '2026-10-05T07:00:00.000Z'],
  // Daylight saving time begins and ends.
  ['2027-03-28', 'Europe/Berlin', '2027-03-28T08:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T09:00:00.000Z'],
  ['2027-03-14', 'America/New_York', '2027-03-14T14:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T15:00:00.000Z'],
  // The zone's offset changed.
  ['2011-03-27', 'Europe/Moscow', '2011-03-27T06:00:00.000Z'],
  ['2014-10-26', 'Europe/Moscow', '2014-10-26T07:00:00.000Z'],
  ['2016-07-24', 'Asia/Novosibirsk', '2016-07-24T03:00:00.000Z'],
  ['2018-10-28', 'Europe/Volgograd', '2018-10-28T06:00:00.000Z'],
  ['2020-12-27', 'Europe/Volgograd', '2020-12-27T07:00:00.000Z'],
])('10:00 of %s in %s is %s', (day, zone, moment) => {
  expect(localHour(day, 10, zone).toISOString()).toBe(moment)
})

it.each(['Europe/Berlin', 'America/New_York', 'Europe/Moscow', 'Asia/Novosibirsk', 'Australia/Lord_Howe'])(
  '%s shows 10:00 on every day of 16 years',
  (zone) => {
    for (let day = '2010-12-25'; day < '2027-01-01'; day = addDays(day, 1)) {
      const { year, month, day: shown, hour, minute } = wallClock(localHour(day, 10, zone), zone)
      const date = [year, month, shown].map((part) => String(part).padStart(2, '0')).join('-')
      expect([date, hour, minute]).toEqual([day, 10, 0])
    }
  },
)

it.each([
  ['2027-03-28', 2, 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-14', 2, 'America/New_York', '2027-03-14T07:00:00.000Z'],
])('a skipped hour (%s, %i, %s) is the first moment after it', (day, hour, zone, moment) => {
  expect(localHour(day, hour, zone).toISOString()).toBe(moment)
})

it.each([
  ['2026-10-05', 'Europe/Moscow', '2026-10-04T21:00:00.000Z'],
  ['2026-01-01', 'Asia/Kamchatka', '2025-12-31T12:00:00.000Z'],
  ['2026-03-01', 'Asia/Kolkata', '2026-02-28T18:30:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, moment) => {
  expect(startOfDay(day, zone).toISOString()).toBe(moment)
})

it.each([
  'Europe/Moscow',
  'Europe/Kaliningrad',
  'Asia/Vladivostok',
  'America/New_York',
  'Africa/Cairo',
  'UTC',
])('every day of two years begins in %s where the previous day ends', (zone) => {
  for (let day = '2026-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
    const start = startOfDay(day, zone)
    const last = new Date(start.getTime() - 1)
    expect([today(zone, last), today(zone, start)]).toEqual([addDays(day, -1), day])
  }
})

it.each(['2026-02-30', '2026-2-3', '', 'today'])('rejects %s, which is not a day', (day) => {
  expect(() => startOfDay(day)).toThrow(RangeError)
})
