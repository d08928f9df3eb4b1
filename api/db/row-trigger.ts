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

/** The statements that create a trigger which runs for each row. Nothing of it is user input. */
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
