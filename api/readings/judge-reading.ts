import { addMonths } from 'format/dates'
import { monthsFrom, type Reading, usualBefore, volumesByPeriod } from './consumption'

/** So many times the usual volume has to be confirmed: a slip by a digit is above it, nearly every month below. */
const unusualTimes = 2.5
/** Unless the same month a year ago was like it: heating and dachas have their seasons. */
const likeLastYear = 1.6
/** Before anything is usual: so many times the last value. */
const slipTimes = 9
/** Whole units that the last value has to have for that: a new meter grows fast. */
const grown = 50

/** A typed value, in the meter's smallest units. */
interface Typed {
  value: number
  /** A billing month. */
  period: string
  digits: number
  decimals: number
}

export interface Judgement {
  previous: number | null
  volume: number
  /** It corrects what was sent for the period before, down to the value that the period began with or above. */
  corrects: boolean
  doubt: { reason: 'unusual' | 'rollover'; usual: number | null } | null
}

/**
 * What a typed value comes to once it is confirmed. `readings`: the zone's, oldest first. A value below the last one
 * corrects what the customer has sent in the same period, if it is not below what the period began with; otherwise the
 * meter has gone through zero. A volume far above the usual one is unusual.
 */
export const judgeReading = (
  readings: readonly (Reading & { source: string })[],
  { value, period, digits, decimals }: Typed,
): Judgement => {
  const last = readings.at(-1)
  if (!last) return { previous: null, volume: value, corrects: false, doubt: null }
  const before = readings.findLast((reading) => reading.period < period)
  const usual = usualBefore(readings, period)
  if (value < last.value) {
    const isOwn = last.period === period && last.source === 'customer'
    const began = before?.value ?? 0
    if (!isOwn || value < began) {
      const volume = 10 ** (digits + decimals) - last.value + value
      return { previous: last.value, volume, corrects: false, doubt: { reason: 'rollover', usual } }
    }
  }
  const corrects = value < last.value
  const previous = corrects ? (before?.value ?? null) : last.value
  const volume = value - (previous ?? 0)
  const sofar = volumesByPeriod(readings).get(period) ?? 0
  const months = Math.max(1, monthsFrom(before?.period ?? period, period))
  const isUnusual = isFarAbove(readings, { period, total: sofar + volume, months, usual })
  const isSlip = usual === null && last.value >= grown * 10 ** decimals && value >= last.value * slipTimes
  if (corrects) return { previous, volume, corrects, doubt: { reason: 'rollover', usual } }
  return { previous, volume, corrects, doubt: isUnusual || isSlip ? { reason: 'unusual', usual } : null }
}

const isFarAbove = (
  readings: readonly Reading[],
  { period, total, months, usual }: { period: string; total: number; months: number; usual: number | null },
) => {
  if (usual === null || usual === 0) return false
  const lastYear = volumesByPeriod(readings).get(addMonths(period, -12)) ?? 0
  return total > usual * months * unusualTimes && total > lastYear * likeLastYear
}

/** Whether the values of two zones look as if they had been typed into each other's field. */
export const looksSwapped = ([one, other]: readonly [
  { value: number; last: number },
  { value: number; last: number },
]): boolean => {
  const isLower = one.value < one.last || other.value < other.last
  const fits = one.value >= other.last && other.value >= one.last
  return isLower && fits
}
