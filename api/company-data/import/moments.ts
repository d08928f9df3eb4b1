import { localHour } from 'format/local-hour'

/** The moments of days, most of which come again and again. */
export const momentsIn = (timeZone: string) => {
  const starts = new Map<string, string>()
  const noons = new Map<string, string>()
  const kept = (known: Map<string, string>, day: string, hour: number) => {
    const before = known.get(day)
    if (before !== undefined) return before
    const moment = localHour(day, hour, timeZone).toISOString()
    known.set(day, moment)
    return moment
  }
  return {
    startOf: (day: string) => kept(starts, day, 0),
    /** When an imported payment or invoice counts as made: only its day is known. */
    noonOf: (day: string) => kept(noons, day, 12),
  }
}
