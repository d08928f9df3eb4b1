import { expect, it } from 'vitest'
import { addDays, wallClock } from './dates'
import { localHour } from './local-hour'

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
