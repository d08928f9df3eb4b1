import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayIn,
  dayOf,
  daysBetween,
  dueInWords,
  formatDay,
  formatDays,
  formatDayWithYear,
  formatMoment,
  formatMomentBeside,
  formatNumericMoment,
  formatPeriod,
  formatPeriodIn,
  readPeriod,
  tableMoment,
  today,
  wallClock,
} from './dates'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const aDay = fc.integer({ min: -10_000, max: 40_000 }).map((days) => addDays('2000-01-01', days))

describe('a day', () => {
  it('is written as people say it', () => {
    expect(plain(formatDay('2026-11-15'))).toBe('15 ноября')
    expect(plain(formatDay('2026-05-01'))).toBe('1 мая')
    expect(plain(formatDayWithYear('2026-11-15'))).toBe('15 ноября 2026 г.')
    expect(plain(formatDays('2026-11-01', '2026-11-30'))).toBe('с 1 по 30 ноября')
    expect(plain(formatDays('2026-12-23', '2027-01-05'))).toBe('с 23 декабря по 5 января')
  })

  it('has a no-break space before its month', () => {
    expect(formatDay('2026-11-15')).toBe('15\u00a0ноября')
    expect(formatDayWithYear('2026-11-15')).toBe('15\u00a0ноября 2026\u00a0г.')
  })

  it('may be of any year', () => {
    expect(plain(formatDayWithYear('0001-01-01'))).toBe('1 января 1 г.')
    expect(plain(formatDay('0099-12-31'))).toBe('31 декабря')
    expect(daysBetween('0099-12-31', '0100-01-01')).toBe(1)
    expect(addDays('0100-01-01', -1)).toBe('0099-12-31')
  })

  it.each(['2026-02-30', '0001-02-29', '2026-13-01', '15.11.2026', '', '2026-11-15T00:00:00Z'])(
    '%j is not a day',
    (text) => {
      expect(() => formatDay(text)).toThrow(RangeError)
    },
  )
})

it.each(['Europe/Moscow', 'America/New_York'])('the last moment of the year 9999 has a day in %s', (zone) => {
  expect(dayOf('9999-12-31T23:59:59Z', zone)).toBe('9999-12-31')
  expect(dayIn('9999-12-31T23:59:59Z', zone)).toBe('9999-12-31')
})

describe('the day that a text names', () => {
  it.each([
    ['2026-10-05', '2026-10-05'],
    ['2026-10-05T09:12:44Z', '2026-10-05'],
    ['2026-10-05T21:00:00Z', '2026-10-06'],
    ['2026-10-05T21:00:00.123+03:00', '2026-10-05'],
  ])('%s is %s in Moscow', (text, day) => {
    expect(dayIn(text, 'Europe/Moscow')).toBe(day)
  })

  it.each(['', 'вчера', '2026-02-31', '2026-13-01', '2026-10', '05.10.2026', '2026-10-05T99:00', 'v2.1'])(
    'is none in %j',
    (text) => {
      expect(dayIn(text, 'Europe/Moscow')).toBeNull()
    },
  )
})

describe('a moment', () => {
  it('is formatted in its zone, by default Moscow', () => {
    expect(plain(formatMoment('2026-10-05T09:12:44Z'))).toBe('5 октября 2026 г., 12:12')
    expect(plain(formatMoment('2026-10-05T09:12:44Z', 'Asia/Vladivostok'))).toBe('5 октября 2026 г., 19:12')
    expect(plain(formatMoment('2026-12-31T21:05:00Z', 'Europe/Moscow'))).toBe('1 января 2027 г., 0:05')
  })

  it('has two digits everywhere in a table', () => {
    expect(tableMoment('2026-10-05T06:05:44Z', 'Europe/Moscow')).toEqual({ day: '05.10.2026', time: '09:05' })
  })

  it('is numeric in lists', () => {
    expect(formatNumericMoment('2026-10-05T09:02:44Z', 'Europe/Moscow')).toBe('05.10.2026 12:02')
    expect(formatNumericMoment('2026-12-31T21:05:00Z', 'Europe/Moscow')).toBe('01.01.2027 0:05')
    expect(() => formatNumericMoment('вчера')).toThrow(RangeError)
  })

  it('must be valid', () => {
    expect(() => formatMoment('вчера')).toThrow(RangeError)
  })
})

describe('a billing period', () => {
  it('is a month and a year', () => {
    expect(plain(formatPeriod('2026-10'))).toBe('октябрь 2026')
    expect(plain(formatPeriod('2025-01'))).toBe('январь 2025')
    expect(() => formatPeriod('2026-13')).toThrow(RangeError)
  })

  it('is read from the words that 1C prints', () => {
    expect(readPeriod('Октябрь 2026 г.')).toBe('2026-10')
    expect(readPeriod('май\u00a02027')).toBe('2027-05')
    for (const other of ['октября 2026', '10.2026', 'Октябрь 2026 год', 'Октябрь'])
      expect(readPeriod(other)).toBeNull()
  })

  it('is within a sentence the month alone, with another year when it differs', () => {
    const beside = (period: string) => plain(formatPeriodIn(period, '2026-10'))
    expect(beside('2026-09')).toBe('сентябре')
    expect(beside('2026-05')).toBe('мае')
    expect(beside('2025-08')).toBe('августе 2025 года')
    expect(() => formatPeriodIn('2026-00', '2026-10')).toThrow(RangeError)
  })

  it('can be shifted across the end of a year', () => {
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-10', -24)).toBe('2024-10')
  })
})

describe('counting days', () => {
  it('crosses months, leap years and daylight saving changes', () => {
    expect(daysBetween('2026-11-11', '2026-11-15')).toBe(4)
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2026-11-15', '2026-11-11')).toBe(-4)
  })

  it('is the inverse of adding days', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })

  it('today is the day in each zone', () => {
    const now = new Date('2026-10-05T22:30:00Z')
    expect(today('Europe/Moscow', now)).toBe('2026-10-06')
    expect(today('UTC', now)).toBe('2026-10-05')
    expect(today('Asia/Kamchatka', now)).toBe('2026-10-06')
  })
})

describe('the due date in words', () => {
  it.each([
    ['2026-11-11', 'до 15 ноября, осталось 4 дня'],
    ['2026-11-14', 'до 15 ноября, остался 1 день'],
    ['2026-10-25', 'до 15 ноября, остался 21 день'],
    ['2026-11-10', 'до 15 ноября, осталось 5 дней'],
    ['2026-11-15', 'сегодня последний день'],
    ['2026-11-16', 'просрочено на 1 день'],
    ['2026-11-18', 'просрочено на 3 дня'],
  ])('on %s: %s', (now, words) => {
    expect(plain(dueInWords('2026-11-15', now))).toBe(words)
  })
})

describe('a moment relative to now', () => {
  const now = new Date('2026-10-05T09:00:00Z')
  it.each([
    ['2026-10-05T03:43:59Z', 'в 6:43'],
    ['2026-10-04T21:00:00Z', 'в 0:00'],
    ['2026-10-04T20:59:59Z', '4 октября в 23:59'],
    ['2026-09-05T03:03:00Z', '5 сентября в 6:03'],
    ['2025-10-05T03:43:00Z', '5 октября 2025 г. в 6:43'],
  ])('%s is %s', (iso, words) => expect(plain(formatMomentBeside(iso, now, 'Europe/Moscow'))).toBe(words))
})

describe('the clock of a time zone', () => {
  const zones = ['Europe/Moscow', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
  const shown = (ms: number, timeZone: string) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(ms)
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
    return {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    }
  }

  it('shows what Intl shows, also on days when it is put forward or back', () => {
    const HOUR = 3_600_000
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2040, 0) }),
        (zone, start) => {
          for (let ms = start; ms < start + 3 * 24 * HOUR; ms += 7 * HOUR)
            expect(wallClock(new Date(ms), zone)).toEqual(shown(ms, zone))
        },
      ),
      { numRuns: 50 },
    )
    for (const zone of zones)
      for (let ms = Date.UTC(2026, 0); ms < Date.UTC(2027, 0); ms += 11 * HOUR + 60_000)
        expect(wallClock(new Date(ms), zone)).toEqual(shown(ms, zone))
  })

  it('rejects a moment that there is not', () => {
    expect(() => wallClock(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => wallClock(new Date(), 'Nowhere')).toThrow(RangeError)
  })
})
