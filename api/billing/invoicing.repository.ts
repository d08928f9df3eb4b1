import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable } from 'kysely'
import type { IssuedBill } from './overdue-penalty'

/** Those of the accounts that are in the register and have no invoice for the period yet. */
export const accountsWithout = async (
  db: Queries,
  { accounts, period }: { accounts: readonly string[]; period: string },
): Promise<string[]> => {
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('register_accounts')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.account', '=', 'register_accounts.account').on('invoices.period', '=', period),
    )
    .where('register_accounts.account', 'in', accounts)
    .where('invoices.id', 'is', null)
    .select('register_accounts.account')
    .orderBy('register_accounts.account')
    .execute()
  return rows.map(({ account }) => account)
}

/** All invoices of the account, oldest first; `volumes` as JSON. */
export const findBills = (
  db: Queries,
  account: string,
): Promise<(IssuedBill & { period: string; volumes: string | null })[]> =>
  db
    .selectFrom('invoices')
    .where('account', '=', account)
    .select([
      'period',
      'issued_at as issuedAt',
      'due_at as dueAt',
      'opening_balance as openingBalance',
      'charged',
      'penalty',
      'volumes',
    ])
    .orderBy('period')
    .execute()

/** Kopecks paid by day since the given day. */
export const findPaidByDay = async (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('payment_daily_sums')
    .select(['day', 'amount'])
    .where('account', '=', account)
    .where('status', '=', 'succeeded')
    .where('day', '>=', since)
    .execute()
  return new Map(rows.map(({ day, amount }) => [day, amount]))
}

/** Refunds made since a moment. */
export const findRefundsSince = (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<{ amount: number; refundedAt: string }[]> =>
  db
    .selectFrom('refunds')
    .select(['amount', 'refunded_at as refundedAt'])
    .where('account', '=', account)
    .where('refunded_at', '>=', since)
    .execute()

export const insertInvoice = async (trx: Queries, invoice: Insertable<Tables['invoices']>) => {
  await trx.insertInto('invoices').values(invoice).execute()
}
