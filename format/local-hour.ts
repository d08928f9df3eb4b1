import { addDays, DEFAULT_TIME_ZONE, wallClock } from './dates'
import { HOUR, MINUTE } from './durations'

/**
 * The moment of an hour of a day in a time zone: ('2026-10-25', 10, 'Europe/Berlin') → 2026-10-25T09:00:00Z. For an
 * hour skipped by a clock change, the first moment after it. RangeError for an invalid day or zone.
 */
export const localHour = (day: string, hour: number, timeZone: string): Date => {
  const localMs = new Date(addDays(day, 0)).getTime() + hour * HOUR
  const offsetAt = (ms: number) => shownAt(ms, timeZone) - Math.floor(ms / MINUTE) * MINUTE
  // The second pass is for a day with a clock change.
  const utcMs = localMs - offsetAt(localMs - offsetAt(localMs))
  return new Date(shownAt(utcMs, timeZone) < localMs ? utcMs + HOUR : utcMs)
}

/** The local time of a moment as if it were UTC, to the minute. */
const shownAt = (ms: number, timeZone: string): number => {
  const { year, month, day, hour, minute } = wallClock(new Date(ms), timeZone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/**
 * The first moment of a day in a zone: ('2026-10-05', 'Europe/Moscow') → 2026-10-04T21:00:00Z. RangeError for an
 * invalid day or zone.
 */
export const startOfDay = (day: string, timeZone: string = DEFAULT_TIME_ZONE): Date =>
  localHour(day, 0, timeZone)
