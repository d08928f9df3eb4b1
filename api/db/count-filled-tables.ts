import { sql } from 'kysely'
import type { DialectName } from './columns'
import type { Queries } from './database'

/**
 * To be called after each batch of a transaction that fills tables. When autovacuum meets a table of which no row is
 * committed, PostgreSQL notes 0 rows in it. All its indexes then seem to be as good: the check of a foreign key may read
 * an index from end to end for each row. Counting the rows here repairs that, and keeps autovacuum from the table until
 * the transaction ends.
 */
export const countFilledTables = async (trx: Queries, dialect: DialectName) => {
  if (dialect !== 'postgres') return
  const { rows } = await sql<{ schema: string; name: string }>`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind = 'r' and reltuples <= 0 and pg_stat_get_xact_tuples_inserted(oid) > 0`.execute(trx)
  // A table that another process counts or vacuums is left to the next batch.
  for (const { schema, name } of rows) await sql`analyze (skip_locked) ${sql.id(schema, name)}`.execute(trx)
}
