import type { Database } from 'api/db/database'
import { addDays, daysBetween } from 'format/dates'
import { sql } from 'kysely'
import { numbersOf } from './numbers'

export interface PaymentsToFill {
  /** Must be in the register. */
  account: string
  /** The customer who made the payments. */
  userId: string
  /** The number of these payments that the account has already. */
  existing?: number
  /** The number of these payments afterwards. */
  count: number
  /** The payments are spread over these days. */
  from: string
  to: string
}

/**
 * Fills an account with payments, ledger entries and daily sums. One payment in twenty is canceled. A day's payments are
 * made just after noon UTC, so that they belong to that day in time zones up to UTC+11.
 */
export const fillPayments = async (
  database: Database,
  { account, userId, existing = 0, count, from, to }: PaymentsToFill,
) => {
  const { numbers, moment, eightDigits } = numbersOf(database)
  const days = daysBetween(from, addDays(to, 1))
  const noon = sql`${sql.lit(Date.parse(`${from}T12:00:00Z`) / 1000)} + n % ${sql.lit(days)} * 86400`
  const second = sql`n / ${sql.lit(days)} % 3600`
  const ids = [`${account}-${`${existing}`.padStart(8, '0')}`, `${account}-${`${count}`.padStart(8, '0')}`]
  await database.transaction(async (trx) => {
    await sql`
      insert into payments (id, account, user_id, amount, status, created_at, paid_at, method_kind, method_title,
        source, receipt_status, decline_reason)
      with ${numbers(existing, count)}, made as (select n, n % 20 = 19 as refused from numbers)
      select
        ${sql.lit(account)} || '-' || ${eightDigits(sql`n`)}, ${sql.lit(account)}, ${sql.lit(userId)}, 100000 + n % 97,
        case when refused then 'canceled' else 'succeeded' end,
        ${moment(sql`${noon} + ${second}`)},
        case when refused then null else ${moment(sql`${noon} + ${second} + 7200`)} end, 'card', 'Мир •• 2987', 'personal',
        case when refused then null else 'done' end, case when refused then 'insufficient_funds' end
      from made`.execute(trx)
    await trx.deleteFrom('payment_daily_sums').where('account', '=', account).execute()
    await sql`
      insert into payment_daily_sums (account, day, status, count, amount)
      select account, substr(created_at, 1, 10), status, count(*), sum(amount)
      from payments where account = ${account} group by 1, 2, 3`.execute(trx)
    await sql`
      insert into ledger_entries (id, account, kind, amount, happened_at, payment_id)
      select 'ledger ' || id, account, 'payment', -amount, paid_at, id
      from payments
      where account = ${account} and status = 'succeeded' and id >= ${ids[0]} and id < ${ids[1]}`.execute(trx)
  }, 'read committed')
}
