import { addDays, daysBetween } from 'format/dates'

/**
 * The rate a penalty is counted by, in hundredths of a percent a year: 9.5 % since 28 February 2022 (Government Decree 474 of
 * 26.03.2022).
 */
const rates: readonly { since: string; hundredths: number }[] = [{ since: '2022-02-28', hundredths: 950 }]

function rateOn(day: string): number {
  return rates.findLast(({ since }) => since <= day)?.hundredths ?? 0
}

/** Parts of a kopeck. Days counted in whole parts add up exactly, fractions do not. */
const partsOfKopeck = 39_000_000
const of300th = partsOfKopeck / 10_000 / 300
const of130th = partsOfKopeck / 10_000 / 130

/**
 * The penalty of one day for an unpaid housing and utilities debt in whole kopecks, to be added up and passed to
 * `inKopecks` (Housing Code, article 155, part 14): nothing for 30 days after the due day, then 1/300 of the rate, from
 * the 91st day 1/130.
 */
export function penaltyOfDay(debt: number, dueAt: string, day: string): number {
  const overdue = daysBetween(dueAt, day)
  if (overdue <= 30 || debt <= 0) return 0
  return debt * rateOn(day) * (overdue <= 90 ? of300th : of130th)
}

/** The sum of such days in whole kopecks, rounded half up. */
export const inKopecks = (sumOfDays: number): number => Math.round(sumOfDays / partsOfKopeck)

/** The penalty, in kopecks, for a debt that has not changed from its due day through the given day. */
export function penaltyThrough(debt: number, dueAt: string, day: string): number {
  let sum = 0
  for (let at = addDays(dueAt, 1); at <= day; at = addDays(at, 1)) sum += penaltyOfDay(debt, dueAt, at)
  return inKopecks(sum)
}
