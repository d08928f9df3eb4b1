import type { Database } from 'api/db/database'
import { tryToWrite } from 'api/db/try-to-write'
import { type Check, failed, ok, reasonOf } from '../check'

/** Whether the database can be read and written; nothing stays written. */
export const databaseCheck = (database: Database): Check => ({
  name: 'database',
  async run() {
    const startedAt = performance.now()
    try {
      await tryToWrite(database)
      return ok(`can be read and written, in ${Math.round(performance.now() - startedAt)} ms`)
    } catch (error) {
      return failed(
        `can not be read and written: ${reasonOf(error)}`,
        database.dialect === 'postgres'
          ? 'See whether PostgreSQL runs, its disk has space, DATABASE_URL is right, and its user owns the database.'
          : 'See whether DATA_DIR belongs to the server’s user, its disk has space, and no other program locks portal.sqlite.',
      )
    }
  },
})
