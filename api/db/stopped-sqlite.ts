import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Queries } from './database'
import { sqliteFileDialect } from './sqlite'
import type { Tables } from './tables'

export interface StoppedSqlite {
  db: Queries
  close(): Promise<void>
}

/**
 * Opens an SQLite file that no process has open, and keeps others away until it is closed: in WAL mode every connection
 * holds a lock for as long as it is open, whether or not it writes. Throws SQLITE_BUSY where one is.
 */
export const openStoppedSqlite = async (path: string): Promise<StoppedSqlite> => {
  const file = new Sqlite(path, { fileMustExist: true, timeout: 0 })
  try {
    file.pragma('locking_mode = EXCLUSIVE')
    file.exec('begin exclusive')
    file.exec('commit')
  } catch (error) {
    file.close()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: sqliteFileDialect(async () => file, 0) })
  return {
    db,
    async close() {
      await db.destroy()
      // Kysely closes only what a query has opened.
      file.close()
    },
  }
}
