import { sql } from 'kysely'
import type { Database } from './database'

/**
 * Moves SQLite's write-ahead log into the database and empties it: until it is written over, the log keeps values that
 * have been deleted since. Returns false while another process reads from it. PostgreSQL has nothing to do here.
 */
export const emptyWriteAheadLog = async ({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<boolean> => {
  if (dialect !== 'sqlite') return true
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows.every(({ busy }) => busy === 0)
}
