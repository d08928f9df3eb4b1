import { localHour } from 'format/local-hour'

/** Converts days to moments. Days repeat, so the moments are cached. */
export const momentsIn = ({ timeZone, now }: { timeZone: string; now: Date }) => {
  const present = now.toISOString()
  const starts = new Map<string, string>()
  const noons = new Map<string, string>()
  const cachedHour = (cache: Map<string, string>, day: string, hour: number) => {
    const before = cache.get(day)
    if (before !== undefined) return before
    const moment = localHour(day, hour, timeZone).toISOString()
    cache.set(day, moment)
    return moment
  }
  return {
    startOf: (day: string) => cachedHour(starts, day, 0),
    /**
     * The moment of an imported payment, invoice or reading, because a file has only its day: noon, or now if noon is
     * still to come. So what customers do after the import is later.
     */
    momentOf: (day: string) => {
      const noon = cachedHour(noons, day, 12)
      return noon < present ? noon : present
    },
  }
}
