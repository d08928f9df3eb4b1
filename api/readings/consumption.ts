import type { ReadingSource } from 'contract/readings'
import { addMonths } from 'format/dates'

/** One reading of one zone, in the meter's smallest units. */
export interface Reading {
  value: number
  previous: number | null
  volume: number
  corrects: number
  period: string
  source: ReadingSource
}

/** The readings of a zone, oldest first, and the units after which its counter begins at zero again. */
export interface ZonePast {
  readings: readonly Reading[]
  range: number
}

/** The volume of a zone in a period. `isRead`: measured by the meter; otherwise an estimate. */
interface PeriodVolume {
  volume: number
  isRead: boolean
}

/** Months that the usual volume is the average of. */
const usualMonths = 6
/** With fewer months there is no usual volume. */
const leastMonths = 3

export const isRead = ({ source }: Pick<Reading, 'source'>) => source !== 'estimated'

/** The units from one value to another, through zero if the second is lower. */
export const unitsBetween = (from: number, to: number, range: number) =>
  to >= from ? to - from : to - from + range

/** The volume of the readings of one period; undefined if they only set the first value of the meter. */
export const volumeOf = (readings: readonly Reading[]): number | undefined => {
  let sum: number | undefined
  for (const { previous, volume, corrects } of readings) {
    if (previous === null) sum = corrects ? undefined : sum
    else sum = corrects ? volume : (sum ?? 0) + volume
  }
  return sum
}

/**
 * The volume of each period. The months between two readings by a person share the volume between them evenly, also if
 * they were estimated. The last month gets the remainder.
 */
export const volumesByPeriod = ({ readings, range }: ZonePast): Map<string, PeriodVolume> => {
  const volumes = new Map<string, PeriodVolume>()
  let lastRead: Reading | undefined
  for (const [period, inPeriod] of byPeriod(readings)) {
    const lastOwn = inPeriod.findLast(isRead)
    const sum = volumeOf(inPeriod)
    if (sum !== undefined && !(lastOwn && lastRead))
      volumes.set(period, { volume: sum, isRead: lastOwn !== undefined })
    if (sum !== undefined && lastOwn && lastRead) {
      const total = sum + unitsBetween(lastRead.value, inPeriod[0]?.previous ?? lastRead.value, range)
      const months = Math.max(1, monthsFrom(lastRead.period, period))
      const share = Math.floor(total / months)
      for (let before = 1; before < months; before += 1)
        volumes.set(addMonths(period, -before), { volume: share, isRead: true })
      volumes.set(period, { volume: total - share * (months - 1), isRead: true })
    }
    lastRead = lastOwn ?? lastRead
  }
  return volumes
}

const byPeriod = (readings: readonly Reading[]) => {
  const periods = new Map<string, Reading[]>()
  for (const reading of readings) {
    const inPeriod = periods.get(reading.period)
    if (inPeriod) inPeriod.push(reading)
    else periods.set(reading.period, [reading])
  }
  return periods
}

/**
 * The average of the six months up to the last reading by a person before a period, rounded; `null` if there are too few
 * months. A month without a reading counts if a later month has one.
 */
export const usualBefore = ({ readings, range }: ZonePast, period: string): number | null => {
  const earlier = readings.filter((reading) => reading.period < period)
  const before = earlier.slice(0, earlier.findLastIndex(isRead) + 1)
  const [first] = before
  const last = before.at(-1)
  if (!first || !last) return null
  const coveredMonths = monthsFrom(first.period, last.period) + (first.previous === null ? 0 : 1)
  const months = Math.min(usualMonths, coveredMonths)
  if (months < leastMonths) return null
  const since = addMonths(last.period, 1 - months)
  let sum = 0
  for (const [month, { volume }] of volumesByPeriod({ readings: before, range }))
    if (month >= since) sum += volume
  return Math.round(sum / months)
}

/** Months from the first period to the second. */
export const monthsFrom = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5))
