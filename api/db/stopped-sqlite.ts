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
 * Opens an SQLite file that no process has open, and locks it until it is closed. Throws SQLITE_BUSY if another
 * connection is open: in WAL mode every open connection holds a lock, even if it does not write.
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
