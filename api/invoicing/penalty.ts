import { addDays, daysBetween } from 'format/dates'

/** The rate a penalty is counted by, percent a year: 9.5 since 28 February 2022 (Government Decree 474 of 26.03.2022). */
const rates: readonly { since: string; percent: number }[] = [{ since: '2022-02-28', percent: 9.5 }]

function rateOn(day: string): number {
  return rates.findLast(({ since }) => since <= day)?.percent ?? 0
}

/**
 * A day's penalty for a debt for housing and utilities, in kopecks and not yet rounded (Housing Code, article 155,
 * part 14): none for 30 days after the due date, then 1/300 of the rate, from the 91st day 1/130.
 */
export function penaltyOfDay(debt: number, dueAt: string, day: string): number {
  const overdue = daysBetween(dueAt, day)
  if (overdue <= 30 || debt <= 0) return 0
  return (debt * rateOn(day)) / 100 / (overdue <= 90 ? 300 : 130)
}

/** The whole penalty, in kopecks, for a debt that stood unchanged from its due date through the day. */
export function penaltyThrough(debt: number, dueAt: string, day: string): number {
  let sum = 0
  for (let at = addDays(dueAt, 1); at <= day; at = addDays(at, 1)) sum += penaltyOfDay(debt, dueAt, at)
  return Math.round(sum)
}
