import { columnTypes, type DialectName } from 'api/db/columns'
import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { sql } from 'kysely'

/** A payment of the file that is new. */
export interface StagedPayment {
  account: string
  /** In the file. */
  line: number
  externalId: string
  day: string
  amount: number
  origin: string
}

const columns = {
  account: 'text',
  line: 'bigint',
  externalId: 'text',
  day: 'text',
  amount: 'bigint',
  origin: 'text',
} as const satisfies Record<keyof StagedPayment, unknown>

/** In a table of the connection, because a million payments would take more memory than all else together. */
export const beginStaging = async (trx: Queries, dialect: DialectName) => {
  const types = columnTypes(dialect)
  const definitions = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${types[type]}`)
  // The driver gives the connection's tables as much memory as the file, 16 MB: less of it costs hardly any time.
  if (dialect === 'sqlite') await sql`pragma temp.cache_size = -4000`.execute(trx)
  await sql`create temporary table import_payments (${sql.join(definitions)})`.execute(trx)
}

export const stagePayments = async (trx: Queries, payments: readonly StagedPayment[]) => {
  if (payments.length === 0) return
  await sql`insert into import_payments (${namesOf(columns)}) ${jsonRows(columns, payments)}`.execute(trx)
}

/** After the last one is staged, because an index is built fastest at once. Returns how many there are. */
export const sortStaged = async (trx: Queries): Promise<number> => {
  await sql`create index import_payments_sorted on import_payments (account, line)`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from import_payments`.execute(trx)
  return rows[0]?.count ?? 0
}

/** The next ones after the given one, by account and line. */
export const nextStaged = async (
  trx: Queries,
  after: Pick<StagedPayment, 'account' | 'line'>,
  most: number,
): Promise<StagedPayment[]> => {
  const { rows } = await sql<StagedPayment>`select ${namesOf(columns)} from import_payments
    where (account, line) > (${after.account}, ${after.line}) order by account, line limit ${most}`.execute(
    trx,
  )
  return rows
}

export const endStaging = async (trx: Queries) => {
  await sql`drop table import_payments`.execute(trx)
}
