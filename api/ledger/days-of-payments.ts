import type { Database, Queries } from 'api/db/database'
import { readSetting, writeSetting } from 'api/db/settings.repository'
import { type DailySum, findCounted, replaceDailySums } from './payment-sums.repository'
import { sumByDay } from './sum-by-day'

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
