import { sql } from 'kysely'
import type { Database } from './database'

class NotToBeKept extends Error {}

/** Writes to the database and rolls it back. Throws where it can't be written. */
export const tryToWrite = async (database: Database) => {
  try {
    await database.transaction(async (trx) => {
      await sql`create table write_probe (id integer)`.execute(trx)
      throw new NotToBeKept()
    }, 'read committed')
  } catch (error) {
    if (!(error instanceof NotToBeKept)) throw error
  }
}
