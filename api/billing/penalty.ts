import { type Kopecks, toKopecks } from 'contract/money'
import { daysBetween } from 'format/dates'
import { penaltyRateOn } from './penalty-rates'

/** Parts of a kopeck. Days counted in whole parts add up exactly, fractions do not. */
const partsOfKopeck = 39_000_000

/**
 * The share of the rate that one day of a debt bears (Housing Code, article 155, part 14): none for 30 days after the due
 * day, then 1/300, from the 91st day 1/130. Given as its denominator; 0 for none.
 */
export function shareOfRate(dueAt: string, day: string): 0 | 130 | 300 {
  const overdue = daysBetween(dueAt, day)
  if (overdue <= 30) return 0
  return overdue <= 90 ? 300 : 130
}

/**
 * The penalty of one day for an unpaid housing and utilities debt in whole kopecks, to be added up and passed to
 * `inKopecks`.
 */
export function penaltyOfDay(debt: number, dueAt: string, day: string): number {
  const share = shareOfRate(dueAt, day)
  if (share === 0) return 0
  return Math.max(0, debt) * penaltyRateOn(day) * (partsOfKopeck / 10_000 / share)
}

/** The sum of such days in whole kopecks, rounded half up. */
export const inKopecks = (sumOfDays: number): Kopecks => toKopecks(Math.round(sumOfDays / partsOfKopeck))
