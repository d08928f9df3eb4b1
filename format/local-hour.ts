import { addDays, wallClock } from './dates'

const HOUR_MS = 3_600_000

/**
 * The moment at which the clocks of a zone show an hour of a day: ('2026-10-25', 10, 'Europe/Berlin') → 2026-10-25T09:00:00Z.
 * An hour that is left out when the clocks are changed is the first moment after it. RangeError for a bad day or zone.
 */
export const localHour = (day: string, hour: number, timeZone: string): Date => {
  const wanted = new Date(addDays(day, 0)).getTime() + hour * HOUR_MS
  const offsetAt = (ms: number) => shownAt(ms, timeZone) - Math.floor(ms / 60_000) * 60_000
  // The second look is for a day on which the clocks are changed.
  const found = wanted - offsetAt(wanted - offsetAt(wanted))
  return new Date(shownAt(found, timeZone) < wanted ? found + HOUR_MS : found)
}

/** What the clocks show, as if they showed UTC, to the minute. */
const shownAt = (ms: number, timeZone: string): number => {
  const { year, month, day, hour, minute } = wallClock(new Date(ms), timeZone)
  return Date.UTC(year, month - 1, day, hour, minute)
}
