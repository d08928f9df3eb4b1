import { type RawBuilder, sql } from 'kysely'
import type { DialectName } from './counted-dialect'

interface RowTrigger {
  name: string
  /** SQL, such as `before update`. */
  event: string
  table: string
  when?: RawBuilder<unknown> | undefined
  /** A statement without its semicolon: SQL of both databases, or of PostgreSQL's PL/pgSQL. */
  work: RawBuilder<unknown>
}

/** Returns the statements that create a trigger for each row. The arguments must not contain user input. */
export const rowTrigger = (
  dialect: DialectName,
  { name, event, table, when, work }: RowTrigger,
): RawBuilder<unknown>[] => {
  const [header, condition] = [
    sql`create trigger ${sql.ref(name)} ${sql.raw(event)} on ${sql.table(table)} for each row`,
    when ? sql`when (${when})` : sql``,
  ]
  if (dialect === 'sqlite') return [sql`${header} ${condition} begin ${work}; end`]
  const run = sql.ref(`${name}_run`)
  return [
    sql`create function ${run}() returns trigger language plpgsql as $$ begin ${work}; return null; end $$`,
    sql`${header} ${condition} execute function ${run}()`,
  ]
}

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
