import { today } from 'format/dates'
import type { CountedPayment, DailySum } from './payment-sums.repository'

/** Adds the payments to the given sums by account, day in the time zone and status. */
export const sumByDay = (
  payments: readonly CountedPayment[],
  timeZone: string,
  sums: Map<string, DailySum> = new Map(),
): Map<string, DailySum> => {
  for (const { account, status, amount, createdAt } of payments) {
    const day = today(timeZone, new Date(createdAt))
    const key = `${account} ${day} ${status}`
    const sum = sums.get(key) ?? { account, day, status, count: 0, amount: 0 }
    sums.set(key, { ...sum, count: sum.count + 1, amount: sum.amount + amount })
  }
  return sums
}
