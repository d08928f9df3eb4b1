import { sql } from 'kysely'
import type { Queries } from './database'

const rowsAtOnce = 500

interface OldRows {
  table: string
  /** The primary key. */
  key: string
  /** A column with a moment, and an index. */
  since: string
  /** Rows of this moment and of earlier ones are deleted. */
  until: string
}

/**
 * Deletes old rows, the oldest first, a few hundred at a time: on SQLite others can write in between, and on PostgreSQL
 * no statement holds many locks or exceeds its time limit. Returns how many were deleted.
 */
export const deleteInBatches = async (
  db: Queries,
  { table, key, since, until }: OldRows,
): Promise<number> => {
  let deleted = 0
  const [from, keyName, moment] = [sql.table(table), sql.ref(key), sql.ref(since)]
  for (;;) {
    // Without the order SQLite reads the whole table when most of it is old.
    const { rows } = await sql<{ key: string }>`
      select ${keyName} as key from ${from} where ${moment} <= ${until} order by ${moment} limit ${sql.lit(rowsAtOnce)}`.execute(
      db,
    )
    if (rows.length === 0) return deleted
    // Repeats the condition: a row may have been used since.
    const keys = sql.join(rows.map((row) => row.key))
    const { numAffectedRows = 0n } =
      await sql`delete from ${from} where ${keyName} in (${keys}) and ${moment} <= ${until}`.execute(db)
    deleted += Number(numAffectedRows)
    if (rows.length < rowsAtOnce) return deleted
  }
}
