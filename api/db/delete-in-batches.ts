import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from './database'
import type { Tables } from './tables'

const rowsAtOnce = 1_000

/**
 * Deletes the rows of a condition a thousand at a time: on SQLite others can write in between, and on PostgreSQL no
 * statement holds many locks or runs into its time limit. `key` is the primary key.
 */
export const deleteInBatches = async <Table extends keyof Tables>(
  db: Queries,
  { table, key, where }: { table: Table; key: keyof Tables[Table] & string; where: RawBuilder<SqlBool> },
) => {
  const keys = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(rowsAtOnce)}`
  for (;;) {
    // The condition a second time, for a row that has been changed since the keys were read.
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${keys}) and ${where}`.execute(db)
    if (numAffectedRows < rowsAtOnce) return
  }
}
