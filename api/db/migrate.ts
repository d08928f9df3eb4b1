import { type Kysely, sql } from 'kysely'
import { columnTypes } from './columns'
import type { Database } from './database'
import type { Migration } from './migration'
import { migrations } from './migrations'
import type { Tables } from './tables'

/** A number that no other advisory lock uses. */
const lockNumber = 7_120_431

/**
 * Brings the database up to date, in one transaction: when a migration fails, nothing changes. Of two processes that
 * start at the same time the second waits and finds nothing to do.
 */
export const migrate = async (database: Database, all: readonly Migration[] = migrations) => {
  if (isUpToDate(await doneNames(database.db).catch(() => new Set<string>()), all)) return
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(trx)
    await sql`create table if not exists migrations (name text primary key, done_at text not null)`.execute(
      trx,
    )
    const done = await doneNames(trx)
    const column = columnTypes(database.dialect)
    for (const migration of all) {
      if (done.has(migration.name)) continue
      await migration.up(trx, column, database.dialect)
      await sql`insert into migrations values (${migration.name}, ${new Date().toISOString()})`.execute(trx)
    }
  }, 'read committed')
}

/** Whether the database is that of this version: no migration is missing, and none is unknown. */
export const hasAllMigrations = async ({ db }: Pick<Database, 'db'>): Promise<boolean> => {
  const done = await doneNames(db).catch(() => new Set<string>())
  return isUpToDate(done, migrations) && done.size === migrations.length
}

const doneNames = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return new Set(rows.map((row) => row.name))
}

const isUpToDate = (done: Set<string>, all: readonly Migration[]) => all.every(({ name }) => done.has(name))
