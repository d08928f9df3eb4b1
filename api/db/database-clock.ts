import { sql } from 'kysely'
import type { Database } from './database'

/** The time of PostgreSQL's machine; null on SQLite, which has the time of this one. */
export const databaseClock = async ({ db, dialect }: Database): Promise<Date | null> => {
  if (dialect === 'sqlite') return null
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? null
}
