import { sql } from 'kysely'
import type { Database, Queries } from './database'

class NotToBeKept extends Error {}

/** More than a database keeps in memory before it writes, and than its free pages are likely to take. */
const BYTES = 8 * 1024 * 1024

const fill = (database: Database, trx: Queries) =>
  database.dialect === 'sqlite'
    ? sql`insert into write_probe values (zeroblob(${BYTES}))`.execute(trx)
    : // Not what PostgreSQL could compress.
      sql`insert into write_probe select string_agg(md5(n::text), '')::bytea from generate_series(1, ${BYTES / 32}) n`.execute(
        trx,
      )

/** Writes some megabytes to the database and rolls them back. Throws where they can't be written, as on a full disk. */
export const tryToWrite = async (database: Database) => {
  try {
    await database.transaction(async (trx) => {
      await sql`create table write_probe (content ${sql.raw(database.dialect === 'sqlite' ? 'blob' : 'bytea')})`.execute(
        trx,
      )
      await fill(database, trx)
      throw new NotToBeKept()
    }, 'read committed')
  } catch (error) {
    if (!(error instanceof NotToBeKept)) throw error
  }
}
