import { sql } from 'kysely'
import type { DialectName } from './columns'
import type { Queries } from './database'

interface Table {
  schema: string
  name: string
  isTemporary: boolean
}

/**
 * Counts the rows of tables that a transaction fills. When autovacuum meets a table of which no row is committed,
 * PostgreSQL notes 0 rows in it. All its indexes then seem to be as good: the check of a foreign key may read an index
 * from end to end for each row. Counting the rows here repairs that, and keeps autovacuum from the table until the
 * transaction ends.
 */
export const tableCounter = (trx: Queries, dialect: DialectName) => {
  const counted: Table[] = []

  const count = async (tables: readonly Table[]) => {
    if (tables.length === 0) return
    // A tenth of the usual sample is enough for that, and soon read on a slow disk.
    await sql`set local default_statistics_target = 10`.execute(trx)
    // A table that another process counts or vacuums is left to the next time.
    for (const { schema, name } of tables)
      await sql`analyze (skip_locked) ${sql.id(schema, name)}`.execute(trx)
  }

  return {
    /** To be called after each batch. */
    async countFilled() {
      if (dialect !== 'postgres') return
      const { rows } = await sql<Table>`
        select nspname as schema, relname as name, relpersistence = 't' as "isTemporary"
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind = 'r' and reltuples <= 0 and pg_stat_get_xact_tuples_inserted(pg_class.oid) > 0
          and (nspname = current_schema() or relnamespace = pg_my_temp_schema())`.execute(trx)
      await count(rows)
      counted.push(...rows.filter(({ isTemporary }) => !isTemporary))
    },
    /** To be called after the last batch: what the first one had is not what all have. */
    countAgain: () => count(counted),
  }
}
