import { localHour } from 'format/local-hour'

/** The moments of days that have begun; most repeat, so they are cached. */
export const momentsIn = ({ timeZone, now }: { timeZone: string; now: Date }) => {
  const present = now.toISOString()
  const starts = new Map<string, string>()
  const noons = new Map<string, string>()
  const kept = (cache: Map<string, string>, day: string, hour: number) => {
    const before = cache.get(day)
    if (before !== undefined) return before
    const moment = localHour(day, hour, timeZone).toISOString()
    cache.set(day, moment)
    return moment
  }
  return {
    startOf: (day: string) => kept(starts, day, 0),
    /**
     * When an imported payment, invoice or reading counts as made: a file tells only its day. At noon, or now if noon is
     * still to come. What customers do after the import comes after it.
     */
    momentOf: (day: string) => {
      const noon = kept(noons, day, 12)
      return noon < present ? noon : present
    },
  }
}
