import { type Kysely, sql } from 'kysely'
import type { DialectName } from './columns'
import type { Tables } from './tables'

/** Makes the database reject updates and deletions of the table's rows. `table` is not user input. */
export const makeAppendOnly = async (db: Kysely<Tables>, table: keyof Tables, dialect: DialectName) => {
  const message = sql.lit(`${table.replaceAll('_', ' ')} are append-only`)
  const name = (suffix: string) => sql.ref(`${table}_${suffix}`)
  if (dialect === 'sqlite') {
    await sql`create trigger ${name('no_update')} before update on ${sql.table(table)}
      begin select raise(abort, ${message}); end`.execute(db)
    await sql`create trigger ${name('no_delete')} before delete on ${sql.table(table)}
      begin select raise(abort, ${message}); end`.execute(db)
    return
  }
  await sql`create function ${name('refuse')}() returns trigger language plpgsql as
    $$ begin raise exception ${message}; end $$`.execute(db)
  await sql`create trigger ${name('append_only')} before update or delete on ${sql.table(table)}
    for each row execute function ${name('refuse')}()`.execute(db)
}
