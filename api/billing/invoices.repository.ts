import type { Queries } from 'api/db/database'
import { preparedQuery } from 'api/db/prepared-query'
import type { Tables } from 'api/db/tables'
import { toKopecks } from 'contract/money'
import type { Insertable } from 'kysely'
import type { IssuedBill } from './overdue-penalty'

/** The periods for which the account has invoices, newest first. */
export const findPeriods = async (db: Queries, account: string): Promise<string[]> =>
  (await periodsOf(db, { account })).map(({ period }) => period)

const periodsOf = preparedQuery((db, { account }: { account: string }) =>
  db.selectFrom('invoices').select('period').where('account', '=', account).orderBy('period', 'desc'),
)

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

export const findInvoice = async (db: Queries, { account, period }: InvoiceKey) =>
  (await invoicesOf(db, { account, period }))[0]

type InvoiceKey = { account: string; period: string }

const invoicesOf = preparedQuery((db, { account, period }: InvoiceKey) =>
  db
    .selectFrom('invoices')
    .where('account', '=', account)
    .where('period', '=', period)
    .select([
      'id',
      'account',
      'period',
      'issued_at as issuedAt',
      'due_at as dueAt',
      'opening_balance as openingBalance',
      'lines',
      'charged',
      'penalty',
      'paid',
      'parties',
    ]),
)

/** The invoices of an account for these periods. */
export const findComparedInvoices = (
  db: Queries,
  { account, periods }: { account: string; periods: readonly string[] },
) =>
  db
    .selectFrom('invoices')
    .select([
      'period',
      'opening_balance as openingBalance',
      'lines',
      'charged',
      'penalty',
      'penalty_days as penaltyDays',
      'paid',
    ])
    .where('account', '=', account)
    .where('period', 'in', periods)
    .execute()

export interface IssuedCharge {
  period: string
  /** A day. */
  issuedAt: string
  /** Kopecks, penalty included. */
  charged: number
}

/** The charges of the account, newest first. */
export const findCharges = (
  db: Queries,
  { account, limit }: { account: string; limit: number },
): Promise<IssuedCharge[]> =>
  db
    .selectFrom('invoices')
    .select((eb) => ['period', 'issued_at as issuedAt', eb('charged', '+', eb.ref('penalty')).as('charged')])
    .where('account', '=', account)
    .orderBy('period', 'desc')
    .limit(limit)
    .execute()

/** The sums paid on each day since the given day, in kopecks, oldest first. */
export const findPaidDays = (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<{ day: string; amount: number }[]> =>
  db
    .selectFrom('payment_daily_sums')
    .select(['day', 'amount'])
    .where('account', '=', account)
    .where('day', '>=', since)
    .where('status', '=', 'succeeded')
    .orderBy('day')
    .execute()

/** Refunded payments created since a moment, with the refunded amount. */
export const findRefundedPayments = (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<{ createdAt: string; refunded: number }[]> =>
  db
    .selectFrom('payments')
    .select(['created_at as createdAt', 'refunded'])
    .where('account', '=', account)
    .where('created_at', '>=', since)
    .where('refunded', '>', toKopecks(0))
    .execute()

/** The accounts, among `accounts`, that are in the register and have no invoice for the period yet. */
export const findAccountsToBill = async (
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
