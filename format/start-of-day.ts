import { addDays, DEFAULT_TIME_ZONE, today, wallClock } from './dates'

const HOUR_MS = 3_600_000

/** The first moment of a day in a zone: ('2026-10-05', 'Europe/Moscow') → 2026-10-04T21:00:00Z. RangeError for a bad day or zone. */
export function startOfDay(day: string, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const midnight = new Date(addDays(day, 0)).getTime()
  const offsetAt = (ms: number) => {
    const { year, month, day, hour, minute } = wallClock(new Date(ms), timeZone)
    return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / 60_000) * 60_000
  }
  // The second look is for a day on which the clocks are changed.
  const start = new Date(midnight - offsetAt(midnight - offsetAt(midnight)))
  // Some zones change their clocks at midnight, and the day begins at one.
  return today(timeZone, start) === day ? start : new Date(start.getTime() + HOUR_MS)
}
