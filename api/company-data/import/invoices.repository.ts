import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { InvoicesTable } from 'api/db/tables'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Books } from './books'

/** The ledgers and newest invoices of the accounts. */
export const readBooks = async (db: Queries, accounts: readonly string[]): Promise<Map<string, Books>> => {
  const books = new Map<string, Books>(accounts.map((account) => [account, { entries: [], newest: null }]))
  if (accounts.length === 0) return books
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['account', 'kind', 'amount', 'happened_at as at'])
    .where('account', 'in', accounts)
    .execute()
  for (const { account, ...entry } of entries) books.get(account)?.entries.push(entry)
  const newest = await db
    .selectFrom('invoices')
    .select((eb) => [
      'account',
      eb.fn.max('period').as('period'),
      // Issued in the order of their periods.
      eb.fn.max('issued_at').as('issuedAt'),
    ])
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  for (const { account, ...invoice } of newest) {
    const kept = books.get(account)
    if (kept) kept.newest = invoice
  }
  return books
}

const columns = {
  id: 'text',
  account: 'text',
  period: 'text',
  issued_at: 'text',
  due_at: 'text',
  opening_balance: 'bigint',
  lines: 'text',
  charged: 'bigint',
  penalty: 'bigint',
} as const

export type NewInvoice = Pick<Insertable<InvoicesTable>, keyof typeof columns>
export type StoredInvoice = Selectable<InvoicesTable>

/** The invoices of these accounts for these periods, by account and period. */
export const findInvoices = async (
  db: Queries,
  accounts: readonly string[],
  periods: readonly string[],
): Promise<Map<string, StoredInvoice>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('account', 'in', accounts)
    .where('period', 'in', periods)
    .execute()
  return new Map(rows.map((row) => [`${row.account} ${row.period}`, row]))
}

export const insertInvoices = async (trx: Queries, rows: readonly NewInvoice[]) => {
  if (rows.length > 0)
    await sql`insert into invoices (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
}
