import type { Database, Queries } from 'api/db/database'
import { readSetting, writeSetting } from 'api/db/settings.repository'
import { today } from 'format/dates'
import { type CountedPayment, type DailySum, findCounted, replaceDailySums } from './payment-sums.repository'

const settingKey = 'payment_days_time_zone'

/** Recounts all payments by day when the operator has changed the time zone; otherwise does nothing. */
export const recountDaysOnNewTimeZone = async (timeZone: string, database: Database) => {
  // Stryker disable next-line ConditionalExpression: saves a transaction at each start, which checks again
  if ((await readSetting(database.db, settingKey)) === timeZone) return
  await database.transaction(async (trx) => {
    const before = await readSetting(trx, settingKey)
    await writeSetting(trx, settingKey, timeZone)
    // Stryker disable next-line ConditionalExpression,LogicalOperator: saves time; recounting in the same zone gives the same sums
    if (before !== undefined && before !== timeZone) await countAnew(trx, timeZone)
  })
}

const countAnew = async (trx: Queries, timeZone: string) => {
  const sums = new Map<string, DailySum>()
  let payments = await findCounted(trx, '')
  while (payments.length > 0) {
    sumByDay(payments, timeZone, sums)
    payments = await findCounted(trx, payments.at(-1)?.id ?? '')
  }
  await replaceDailySums(trx, [...sums.values()])
}

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
