import type { Queries } from 'api/db/database'
import { sql } from 'kysely'

const rowsAtOnce = 500

type Row = Readonly<Record<string, unknown>>

/** The rows of an SQLite table in portions, in the order in which they were stored. */
export async function* rowsInPortions(db: Queries, table: string): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const { rows } = await sql<Row & { row_id: number }>`select _rowid_ as row_id, * from ${sql.table(table)}
      where _rowid_ > ${after} order by _rowid_ limit ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.row_id
    yield rows.map(({ row_id: _, ...row }) => row)
  }
}

/** Writes rows to a PostgreSQL table with its own types. Throws the database's error for a value of another type. */
export const insertRows = async (trx: Queries, table: string, rows: readonly Row[]) => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    trx,
  )
}

/** Deletes the rows that migrations have written to a table. */
export const emptyTable = async (trx: Queries, table: string) => {
  await sql`delete from ${sql.table(table)}`.execute(trx)
}

/**
 * Disables triggers and defers references, so that the tables take rows unchanged and in any order. Returns a function
 * that restores both and throws for a broken reference. Needs the rights of the tables' owner.
 */
export const disableChecks = async (
  trx: Queries,
  tables: readonly string[],
): Promise<() => Promise<void>> => {
  const references = await immediateReferences(trx)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
  await alterReferences(trx, references, 'deferrable initially deferred')
  return async () => {
    // A table with unchecked references can't be altered.
    await sql`set constraints all immediate`.execute(trx)
    await alterReferences(trx, references, 'not deferrable')
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  }
}

interface Reference {
  table: string
  name: string
}

const immediateReferences = async (trx: Queries) => {
  const { rows } = await sql<Reference>`
    select c.relname as table, f.conname as name
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and not f.condeferrable and n.nspname = current_schema()`.execute(trx)
  return rows
}

const alterReferences = async (
  trx: Queries,
  references: readonly Reference[],
  to: 'deferrable initially deferred' | 'not deferrable',
) => {
  for (const { table, name } of references)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(to)}`.execute(trx)
}

/** Collects statistics for the query planner, which has none until autovacuum runs. */
export const analyzeTables = async (trx: Queries) => {
  await sql`analyze`.execute(trx)
}
