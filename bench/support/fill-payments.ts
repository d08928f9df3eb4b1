import type { Database } from 'api/db/database'
import { addDays, daysBetween } from 'format/dates'
import { sql } from 'kysely'

export interface PaymentsToFill {
  /** Must be in the register. */
  account: string
  /** The customer who made the payments. */
  userId: string
  count: number
  /** The payments are spread over these days. */
  from: string
  to: string
}

/**
 * Fills an account with payments as after two years of use, in seconds: with ledger entries and daily sums; one in
 * twenty is canceled. A day's payments are made just after noon UTC, so that they belong to that day in every time zone
 * of the company. For SQLite.
 */
export const fillPayments = async (
  database: Database,
  { account, userId, count, from, to }: PaymentsToFill,
) => {
  if (database.dialect !== 'sqlite') throw new Error('Payments are filled in on SQLite only')
  const days = daysBetween(from, addDays(to, 1))
  await database.transaction(async (trx) => {
    await sql`
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count}),
      made as (
        select n, ${from} as first_day, n * ${days} / ${count} as day_number, n % 20 = 19 as refused from numbers
      ),
      dated as (select made.*, date(first_day, '+' || day_number || ' days') as day from made)
      insert into payments (id, account, user_id, amount, status, created_at, paid_at, method_kind, method_title,
        source, receipt_status, decline_reason)
      select
        ${account} || '-' || printf('%08d', n), ${account}, ${userId}, 100000 + n % 97,
        iif(refused, 'canceled', 'succeeded'),
        day || strftime('T12:%M:%fZ', n % 3600000 / 1000.0, 'unixepoch'),
        iif(refused, null, day || 'T14:00:00.000Z'), 'card', 'Мир •• 2987', 'personal',
        iif(refused, null, 'done'), iif(refused, 'insufficient_funds', null)
      from dated`.execute(trx)
    await sql`
      insert into payment_daily_sums (account, day, status, count, amount)
      select account, substr(created_at, 1, 10), status, count(*), sum(amount)
      from payments where account = ${account} group by 1, 2, 3`.execute(trx)
    await sql`
      insert into ledger_entries (id, account, kind, amount, happened_at, payment_id)
      select 'ledger ' || id, account, 'payment', -amount, paid_at, id
      from payments
      where account = ${account} and status = 'succeeded' and id like ${`${account}-%`}`.execute(trx)
  })
}
