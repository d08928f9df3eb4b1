import { expect, it } from 'vitest'
import { addDays, today } from './dates'
import { startOfDay } from './start-of-day'

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
