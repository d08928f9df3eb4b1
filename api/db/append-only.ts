import { type RawBuilder, sql } from 'kysely'
import type { DialectName } from './counted-dialect'
import { rowTrigger } from './row-trigger'

/** The statements that make the database reject deletions of the table's rows, and updates of any but `allowed`. */
export const appendOnly = (
  table: string,
  dialect: DialectName,
  allowed?: RawBuilder<unknown>,
): RawBuilder<unknown>[] => {
  const message = sql.lit(`${table.replaceAll('_', ' ')} are append-only`)
  const work = dialect === 'sqlite' ? sql`select raise(abort, ${message})` : sql`raise exception ${message}`
  const when = allowed && sql`not (${allowed})`
  return [
    ...rowTrigger(dialect, { name: `${table}_no_update`, event: 'before update', table, when, work }),
    ...rowTrigger(dialect, { name: `${table}_no_delete`, event: 'before delete', table, work }),
  ]
}
