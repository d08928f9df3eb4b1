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
 * A volume this many times the usual one has to be confirmed: a slip by a digit is above it, nearly every month below.
 */
const unusualTimes = 2.5
/** Not if it is at most this many times that of the same month a year ago: heating and dachas have their seasons. */
const likeLastYear = 1.6
/** While there is no usual volume, a value this many times the last one has to be confirmed. */
const slipTimes = 9
/** For that the last value has to be at least this many whole units: a new meter grows fast. */
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
 * corrects what the customer has sent in the same period, if it fits what the period began with, and takes back what was
 * estimated too high; otherwise the meter has gone through zero. A volume far above the usual one is unusual.
 */
export const judgeReading = (
  readings: readonly Reading[],
  { value, period, digits, decimals }: Typed,
): Judgement => {
  const last = readings.at(-1)
  if (!last) return { previous: null, volume: value, corrects: false, doubt: null }
  const range = 10 ** (digits + decimals)
  const past = { readings, range }
  const usual = usualBefore(past, period)
  const own = readings.filter((reading) => reading.period === period)
  const before = readings.findLast((reading) => reading.period < period && isRead(reading))
  const corrected = correctedBy(value, { own, last, before, range })
  if (corrected) return { ...corrected, corrects: true, doubt: { reason: 'rollover', usual } }

  const read = readings.findLast(isRead) ?? last
  const volume = unitsBetween(read.value, value, range) - unitsBetween(read.value, last.value, range)
  const judgement = { previous: last.value, volume, corrects: false }
  if (value < read.value) return { ...judgement, doubt: { reason: 'rollover', usual } }
  const estimated = before ? unitsBetween(before.value, own[0]?.previous ?? last.value, range) : 0
  const total = estimated + (volumeOf(own) ?? 0) + volume
  const months = Math.max(1, monthsFrom(before?.period ?? period, period))
  const lastYear = volumesByPeriod(past).get(addMonths(period, -12))?.volume ?? 0
  const isUnusual = isFarAbove(total, { usual, months, lastYear })
  const isSlip = usual === null && last.value >= grown * 10 ** decimals && value >= last.value * slipTimes
  return { ...judgement, doubt: isUnusual || isSlip ? { reason: 'unusual', usual } : null }
}

interface SentBefore {
  own: readonly Reading[]
  last: Reading
  before: Reading | undefined
  range: number
}

/** The volume of the period when the value corrects what the customer sent in it; null when it goes on from there. */
const correctedBy = (value: number, { own, last, before, range }: SentBefore) => {
  if (own.at(-1)?.source !== 'customer') return null
  const began = before?.value ?? 0
  const isBelow = value < last.value
  const isSinceThen = value >= began
  // What was sent may itself have gone through zero since the period began.
  const fits = last.value < began ? isBelow || isSinceThen : isBelow && isSinceThen
  if (!fits) return null
  const previous = own[0]?.previous ?? null
  if (previous === null || !before) return { previous: null, volume: value }
  return {
    previous,
    volume: unitsBetween(began, value, range) - unitsBetween(began, previous, range),
  }
}

const isFarAbove = (
  total: number,
  { usual, months, lastYear }: { usual: number | null; months: number; lastYear: number },
) => usual !== null && usual !== 0 && total > usual * months * unusualTimes && total > lastYear * likeLastYear

/** Whether the values of two zones look as if they had been typed into each other's field. */
export const looksSwapped = ([one, other]: readonly [
  { value: number; last: number },
  { value: number; last: number },
]): boolean => {
  const isLower = one.value < one.last || other.value < other.last
  const fits = one.value >= other.last && other.value >= one.last
  return isLower && fits
}
