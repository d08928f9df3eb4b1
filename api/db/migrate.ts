import type { Log } from 'api/log'
import { ConfigError } from 'contract/settings'
import { DAY } from 'format/durations'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type DialectName } from './columns'
import { type Database, type DatabaseOptions, openDatabase } from './database'
import { contracts, type Migration } from './migration'
import { migrations } from './migrations'
import type { Tables } from './tables'

/** A number that no other advisory lock uses. */
const lockNumber = 7_120_431

const longestMigrationMs = DAY

/**
 * Migrates the open database, over a connection of its own for which the time limit of queries does not hold: a new index
 * of a large table takes minutes, as does the wait for another process that builds it. Throws as `migrate` does.
 */
export const migrateWithoutTimeLimit = async (
  database: Database,
  options: DatabaseOptions,
  log: Log,
  all: readonly Migration[] = migrations,
) => {
  if (await isMigrated(database, all)) return
  log.info({}, 'migrating the database, or waiting for a process that does')
  const withoutTimeLimit = await openDatabase({
    ...options,
    databaseTimeoutMs: longestMigrationMs,
    databasePool: 1,
  })
  try {
    await migrate(withoutTimeLimit, all)
  } finally {
    await withoutTimeLimit.close()
  }
}

/**
 * Brings the database up to date, in one transaction: when a migration fails, nothing changes. Of two processes that
 * start at the same time the second waits and finds nothing to do. Throws a ConfigError over the database of a newer
 * version that has contracted it; over one that it has only expanded, an older version runs.
 */
export const migrate = async (database: Database, all: readonly Migration[] = migrations) => {
  if (await isMigrated(database, all)) return
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') await lockSchema(trx)
    await migrateWithin(trx, database.dialect, all)
  }, 'read committed')
}

const isMigrated = async ({ db }: Database, all: readonly Migration[]) => {
  const done = await doneNames(db).catch(() => new Set<string>())
  refuseContracted(done, all)
  return all.every(({ name }) => done.has(name))
}

/** Migrates within a transaction that keeps others away. */
export const migrateWithin = async (
  trx: Kysely<Tables>,
  dialect: DialectName,
  all: readonly Migration[] = migrations,
) => {
  await sql`create table if not exists migrations (name text primary key, done_at text not null)`.execute(trx)
  const done = await doneNames(trx)
  // Another process may have migrated since.
  refuseContracted(done, all)
  const column = columnTypes(dialect)
  for (const migration of all) {
    if (done.has(migration.name)) continue
    await migration.up(trx, column, dialect)
    await sql`insert into migrations values (${migration.name}, ${new Date().toISOString()})`.execute(trx)
  }
}

/** Until the transaction ends no other process migrates the PostgreSQL database. */
export const lockSchema = async (trx: Kysely<Tables>) => {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(trx)
}

/** How many migrations are done, which are to be done, and which are of another version. Throws without a database. */
export const migrationState = async (
  { db }: Pick<Database, 'db'>,
  all: readonly Migration[] = migrations,
): Promise<{ done: number; pending: string[]; unknown: string[] }> => {
  // Before the first migration there is no table of them.
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const done = tables.some(({ name }) => name === 'migrations') ? await doneNames(db) : new Set<string>()
  const known = new Set(all.map(({ name }) => name))
  return {
    done: done.size,
    pending: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  }
}

const doneNames = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return new Set(rows.map((row) => row.name))
}

const refuseContracted = (done: ReadonlySet<string>, all: readonly Migration[]) => {
  const known = new Set(all.map(({ name }) => name))
  const contracted = [...done].filter((name) => !known.has(name) && contracts(name))
  if (contracted.length > 0)
    throw new ConfigError(
      `This version is too old for its database, which a newer one has migrated (${contracted.join(', ')}): start that version, or restore a backup from before it`,
    )
}
