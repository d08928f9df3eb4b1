import { addMonths } from 'format/dates'
import {
  isRead,
  monthsFrom,
  type Reading,
  unitsBetween,
  usualBefore,
  volumeOf,
  volumesByPeriod,
} from './consumption'

/**
 * A volume this many times the usual one has to be confirmed: a wrong digit exceeds it, few real months do.
 */
const unusualTimes = 2.5
/** No confirmation up to this many times the volume of the same month a year ago: heating and dachas are seasonal. */
const lastYearTimes = 1.6
/** While there is no usual volume, a value this many times the last one has to be confirmed. */
const slipTimes = 9
/** Only if the last value is at least this many whole units: the value of a new meter grows fast. */
const leastLastValue = 50

/** A typed value, in the meter's smallest units. */
interface TypedValue {
  value: number
  /** A billing month. */
  period: string
  digits: number
  decimals: number
}

export interface Judgement {
  previous: number | null
  volume: number
  /** It corrects the earlier readings of the same period. */
  corrects: boolean
  doubt: { reason: 'unusual' | 'rollover'; usual: number | null } | null
}

/**
 * Judges a typed value. `readings`: those of the zone, oldest first. A value below the last one corrects what the customer
 * has sent in the same period, if it fits the value at the start of the period, or corrects an estimate that was too high.
 * Otherwise the meter has gone through zero. A volume far above the usual one is unusual.
 */
export const judgeReading = (
  readings: readonly Reading[],
  { value, period, digits, decimals }: TypedValue,
): Judgement => {
  const last = readings.at(-1)
  if (!last) return { previous: null, volume: value, corrects: false, doubt: null }
  const range = 10 ** (digits + decimals)
  const past = { readings, range }
  const usual = usualBefore(past, period)
  const inPeriod = readings.filter((reading) => reading.period === period)
  const before = readings.findLast((reading) => reading.period < period && isRead(reading))
  const correction = correctionBy(value, { inPeriod, last, before, range })
  if (correction) return { ...correction, corrects: true, doubt: { reason: 'rollover', usual } }

  const lastRead = readings.findLast(isRead) ?? last
  const volume = unitsBetween(lastRead.value, value, range) - unitsBetween(lastRead.value, last.value, range)
  const judgement = { previous: last.value, volume, corrects: false }
  if (value < lastRead.value) return { ...judgement, doubt: { reason: 'rollover', usual } }
  const estimatedVolume = before ? unitsBetween(before.value, inPeriod[0]?.previous ?? last.value, range) : 0
  const total = estimatedVolume + (volumeOf(inPeriod) ?? 0) + volume
  const months = Math.max(1, monthsFrom(before?.period ?? period, period))
  const lastYear = volumesByPeriod(past).get(addMonths(period, -12))?.volume ?? 0
  const isUnusual = isFarAbove(total, { usual, months, lastYear })
  const isSlip =
    usual === null && last.value >= leastLastValue * 10 ** decimals && value >= last.value * slipTimes
  return { ...judgement, doubt: isUnusual || isSlip ? { reason: 'unusual', usual } : null }
}

interface PeriodReadings {
  inPeriod: readonly Reading[]
  last: Reading
  before: Reading | undefined
  range: number
}

/** The volume of the period if the value corrects what the customer sent in it; otherwise `null`. */
const correctionBy = (value: number, { inPeriod, last, before, range }: PeriodReadings) => {
  if (inPeriod.at(-1)?.source !== 'customer') return null
  const startValue = before?.value ?? 0
  const isBelow = value < last.value
  const isAboveStart = value >= startValue
  // The corrected value may have gone through zero since the start of the period.
  const fits = last.value < startValue ? isBelow || isAboveStart : isBelow && isAboveStart
  if (!fits) return null
  const previous = inPeriod[0]?.previous ?? null
  if (previous === null || !before) return { previous: null, volume: value }
  return {
    previous,
    volume: unitsBetween(startValue, value, range) - unitsBetween(startValue, previous, range),
  }
}

const isFarAbove = (
  total: number,
  { usual, months, lastYear }: { usual: number | null; months: number; lastYear: number },
) =>
  usual !== null && usual !== 0 && total > usual * months * unusualTimes && total > lastYear * lastYearTimes

/** Whether the values of two zones look as if they had been typed into each other's field. */
export const looksSwapped = ([one, other]: readonly [
  { value: number; last: number },
  { value: number; last: number },
]): boolean => {
  const isLower = one.value < one.last || other.value < other.last
  const fits = one.value >= other.last && other.value >= one.last
  return isLower && fits
}
