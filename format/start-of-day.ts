import { DEFAULT_TIME_ZONE } from './dates'
import { localHour } from './local-hour'

/**
 * The first moment of a day in a zone: ('2026-10-05', 'Europe/Moscow') → 2026-10-04T21:00:00Z. RangeError for an
 * invalid day or zone.
 */
export const startOfDay = (day: string, timeZone: string = DEFAULT_TIME_ZONE): Date =>
  localHour(day, 0, timeZone)
