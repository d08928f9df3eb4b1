import { addMonths } from 'format/dates'

/** One reading of one zone, in the meter's smallest units. */
export interface Reading {
  value: number
  previous: number | null
  volume: number
  corrects: number
  period: string
}

/** Months that the usual volume is the average of. */
export const usualMonths = 6
/** With fewer months nothing is usual yet. */
const leastMonths = 3

/** The volume of each period; `readings` oldest first. The first of a zone tells how the meter began, not a volume. */
export const volumesByPeriod = (readings: readonly Reading[]): Map<string, number> => {
  const volumes = new Map<string, number>()
  for (const { previous, volume, corrects, period } of readings) {
    if (previous === null) continue
    volumes.set(period, corrects ? volume : (volumes.get(period) ?? 0) + volume)
  }
  return volumes
}

/**
 * The average of the six months up to the last reading before a period, rounded; null where they are too few. A month that
 * was skipped between two readings counts; those after the last one come with the next reading.
 */
export const usualBefore = (readings: readonly Reading[], period: string): number | null => {
  const before = readings.filter((reading) => reading.period < period)
  const [first] = before
  const last = before.at(-1)
  if (!first || !last) return null
  const known = monthsFrom(first.period, last.period) + (first.previous === null ? 0 : 1)
  const months = Math.min(usualMonths, known)
  if (months < leastMonths) return null
  const since = addMonths(last.period, 1 - months)
  let sum = 0
  for (const [month, volume] of volumesByPeriod(before)) if (month >= since) sum += volume
  return Math.round(sum / months)
}

/** Months from the first period to the second. */
export const monthsFrom = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5))
