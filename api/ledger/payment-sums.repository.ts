import type { Database, Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { readSetting, writeSetting } from 'api/db/settings.repository'
import type { Tables } from 'api/db/tables'
import { today } from 'format/dates'
import { type Insertable, sql } from 'kysely'

interface CountedPayment {
  account: string
  /** Whole kopecks. */
  amount: number
  status: Tables['payments']['status']
  /** ISO 8601 in UTC: the payment always counts for the day of its creation. */
  createdAt: string
}

/** Adds a payment, inserted in the same transaction, to the sums of its day in the time zone. */
export const countPayment = (trx: Queries, payment: CountedPayment, timeZone: string) =>
  add(trx, payment, 1, timeZone)

/** Adds many payments, inserted in the same transaction, by the sums of their days. */
export const countPayments = async (trx: Queries, sums: readonly DailySum[]) => {
  for (let from = 0; from < sums.length; from += sumsAtOnce)
    await addSums(trx, sums.slice(from, from + sumsAtOnce))
}

/** A million payments have as many sums: one parameter for all of them would be some hundred megabytes. */
const sumsAtOnce = 5_000

const addSums = async (trx: Queries, sums: readonly DailySum[]) => {
  await sql`insert into payment_daily_sums (${namesOf(sumColumns)}) ${jsonRows(sumColumns, sums)}
    on conflict (account, day, status) do update set
      count = payment_daily_sums.count + excluded.count,
      amount = payment_daily_sums.amount + excluded.amount`.execute(trx)
}

const sumColumns = {
  account: 'text',
  day: 'text',
  status: 'text',
  count: 'bigint',
  amount: 'bigint',
} as const satisfies Record<keyof DailySum, unknown>

/** Moves a payment, whose status the same transaction changes, to the sums of its new status. */
export const recountPayment = async (
  trx: Queries,
  { before, after }: { before: CountedPayment; after: CountedPayment },
  timeZone: string,
) => {
  // Stryker disable next-line ConditionalExpression: saves two writes, which leave the sums as they were
  if (before.status === after.status && before.amount === after.amount) return
  await add(trx, before, -1, timeZone)
  await add(trx, after, 1, timeZone)
}

const add = async (
  trx: Queries,
  { account, amount, status, createdAt }: CountedPayment,
  times: 1 | -1,
  timeZone: string,
) => {
  const day = today(timeZone, new Date(createdAt))
  await trx
    .insertInto('payment_daily_sums')
    .values({ account, day, status, count: times, amount: times * amount })
    .onConflict((conflict) =>
      conflict.columns(['account', 'day', 'status']).doUpdateSet((eb) => ({
        count: eb('payment_daily_sums.count', '+', eb.ref('excluded.count')),
        amount: eb('payment_daily_sums.amount', '+', eb.ref('excluded.amount')),
      })),
    )
    .execute()
}

const paymentsAtOnce = 5_000

/** The next payments by id, after the given one, for the recount. */
const findPaymentsToCount = (db: Queries, afterId: string): Promise<(CountedPayment & { id: string })[]> =>
  db
    .selectFrom('payments')
    .select(['id', 'account', 'amount', 'status', 'created_at as createdAt'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(paymentsAtOnce)
    .execute()

type DailySum = Insertable<Tables['payment_daily_sums']>

const replaceDailySums = async (trx: Queries, sums: readonly DailySum[]) => {
  await trx.deleteFrom('payment_daily_sums').execute()
  await countPayments(trx, sums)
}

const settingKey = 'payment_days_time_zone'

/** Recounts all payments by day when the operator has changed the time zone; otherwise does nothing. */
export const recountDaysOnNewTimeZone = async (timeZone: string, database: Database) => {
  // Stryker disable next-line ConditionalExpression: saves a transaction at each start, which checks again
  if ((await readSetting(database.db, settingKey)) === timeZone) return
  await database.transaction(async (trx) => {
    const before = await readSetting(trx, settingKey)
    await writeSetting(trx, settingKey, timeZone)
    // Stryker disable next-line ConditionalExpression,LogicalOperator: saves time; recounting in the same zone gives the same sums
    if (before !== undefined && before !== timeZone) await recountAll(trx, timeZone)
  })
}

const recountAll = async (trx: Queries, timeZone: string) => {
  const sums = new Map<string, DailySum>()
  let payments = await findPaymentsToCount(trx, '')
  while (payments.length > 0) {
    sumByDay(payments, timeZone, sums)
    payments = await findPaymentsToCount(trx, payments.at(-1)?.id ?? '')
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
