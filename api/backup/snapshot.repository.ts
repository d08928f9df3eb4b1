import type { Queries } from 'api/db/database'
import { sql } from 'kysely'

/** Copies a snapshot of an SQLite database, defragmented. Writers can continue. */
export const vacuumInto = async (db: Queries, path: string) => {
  await sql`vacuum into ${path}`.execute(db)
}

/** Returns the faults that SQLite finds in the file; empty if it is intact. */
export const checkIntegrity = async (db: Queries): Promise<string[]> => {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}

/** Runs the work in a PostgreSQL transaction with a snapshot, which other transactions can use by its name. */
export const atOneMoment = <Result>(
  db: Queries,
  work: (trx: Queries, snapshot: string) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(trx)
      return work(trx, rows[0]?.name ?? '')
    })

/** The major version of the PostgreSQL server. */
export const serverVersion = async (db: Queries): Promise<number> => {
  const { rows } = await sql<{
    number: string
  }>`select current_setting('server_version_num') as number`.execute(db)
  return Math.floor(Number(rows[0]?.number) / 10_000)
}
