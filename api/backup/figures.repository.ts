import { createHash } from 'node:crypto'
import type { DialectName } from 'api/db/counted-dialect'
import type { Queries } from 'api/db/database'
import { sql } from 'kysely'
import type { Figures, Sums } from './manifest'

const rowsAtOnce = 5_000

/** The names of all tables, sorted. */
export const tablesOf = async (db: Queries, dialect: DialectName): Promise<string[]> => {
  const query =
    dialect === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await query.execute(db)
  return rows.map(({ name }) => name).sort()
}

/** Counts the rows of all tables, and sums the ledger row by row. `db` has to be a snapshot of one moment. */
export const readFigures = async (db: Queries, dialect: DialectName): Promise<Figures> => {
  const tables: Record<string, number> = {}
  for (const table of await tablesOf(db, dialect)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    )
    tables[table] = Number(rows[0]?.count)
  }
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return {
    migrations: rows.map(({ name }) => name).sort(),
    tables,
    ledger: await addUp((after) => ledgerAfter(db, after)),
    balances: await addUp((after) => balancesAfter(db, after)),
  }
}

interface SummedRow {
  key: string
  amount: number
}

const addUp = async (pageAfter: (key: string) => Promise<(SummedRow & object)[]>): Promise<Sums> => {
  const hash = createHash('sha256')
  const sums = { rows: 0, sum: 0 }
  let page = await pageAfter('')
  while (page.length > 0) {
    for (const row of page) {
      sums.rows += 1
      sums.sum += row.amount
      hash.update(`${JSON.stringify(Object.values(row))}\n`)
    }
    page = await pageAfter(page.at(-1)?.key ?? '')
  }
  return { ...sums, sha256: hash.digest('hex') }
}

const ledgerAfter = (db: Queries, key: string) =>
  db
    .selectFrom('ledger_entries')
    .select([
      'id as key',
      'account',
      'kind',
      'amount',
      'happened_at',
      'invoice_id',
      'payment_id',
      'refund_id',
    ])
    .where('id', '>', key)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute()

const balancesAfter = (db: Queries, key: string) =>
  db
    .selectFrom('account_balances')
    .select(['account as key', 'balance as amount'])
    .where('account', '>', key)
    .orderBy('account')
    .limit(rowsAtOnce)
    .execute()
