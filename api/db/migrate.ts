import { DAY } from 'format/durations'
import { type Kysely, sql } from 'kysely'
import type { Log } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import type { DialectName } from './counted-dialect'
import { type Database, type DatabaseOptions, openDatabase } from './database'
import { contracts, type Migration, textType } from './migration'
import { migrations } from './migrations'
import type { Tables } from './tables'

/** A number that no other advisory lock uses. */
const lockNumber = 7_120_431

const longestMigrationMs = DAY

/**
 * Migrates the open database over a connection of its own without the time limit of queries: a new index of a large
 * table takes minutes, and so does the wait for another process that builds it. Throws like `migrate`.
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
 * Brings the database up to date, in one transaction: when a migration fails, nothing changes. If two processes start
 * at the same time, the second waits and finds nothing to do. Throws a ConfigError for a database that this version
 * must not touch, see `refusalOf`.
 */
export const migrate = async (database: Database, all: readonly Migration[] = migrations) => {
  if (await isMigrated(database, all)) return
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') await lockSchema(trx)
    await migrateWithin(trx, database.dialect, all)
  }, 'read committed')
}

const isMigrated = async ({ db }: Database, all: readonly Migration[]) => {
  const doneMigrations = await doneNames(db).catch(() => new Set<string>())
  refuseForeign(doneMigrations, all)
  return all.every(({ name }) => doneMigrations.has(name))
}

/** Migrates within a transaction that keeps others away. */
export const migrateWithin = async (
  trx: Kysely<Tables>,
  dialect: DialectName,
  all: readonly Migration[] = migrations,
) => {
  await sql`create table if not exists migrations (name text primary key, done_at text not null)`.execute(trx)
  const doneMigrations = await doneNames(trx)
  // Another process may have migrated since.
  refuseForeign(doneMigrations, all)
  for (const migration of all) {
    if (doneMigrations.has(migration.name)) continue
    await migration.up(trx, textType(dialect), dialect)
    await sql`insert into migrations values (${migration.name}, ${new Date().toISOString()})`.execute(trx)
  }
}

/** Until the transaction ends no other process migrates the PostgreSQL database. */
export const lockSchema = async (trx: Kysely<Tables>) => {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(trx)
}

interface MigrationState {
  /** How many are done. */
  done: number
  pending: string[]
  /** Done, but unknown to this version. */
  unknown: string[]
  /** Why this version must not run over the database, and what to do; null if it may run. */
  refusal: { reason: string; advice: string } | null
}

/** Throws without a database. */
export const migrationState = async (
  { db }: Pick<Database, 'db'>,
  all: readonly Migration[] = migrations,
): Promise<MigrationState> => {
  // Before the first migration there is no table `migrations`.
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return stateOf(tables.some(({ name }) => name === 'migrations') ? await doneNames(db) : new Set(), all)
}

const doneNames = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return new Set(rows.map((row) => row.name))
}

const stateOf = (doneMigrations: ReadonlySet<string>, all: readonly Migration[]): MigrationState => {
  const ours = all.map(({ name }) => name)
  const pending = ours.filter((name) => !doneMigrations.has(name))
  const unknown = [...doneMigrations].filter((name) => !ours.includes(name))
  return { done: doneMigrations.size, pending, unknown, refusal: refusalOf(ours, pending, unknown) }
}

/** This version runs over the database of a newer one if all its own migrations are done and the others only expand. */
const refusalOf = (ours: string[], pending: string[], unknown: string[]): MigrationState['refusal'] => {
  const contracted = unknown.filter(contracts)
  if (contracted.length > 0)
    return {
      reason: `has been contracted by a newer version (${contracted.join(', ')})`,
      advice: 'start that version, or restore a backup from before it',
    }
  const isContinued = pending.length === 0
  const isContinuable =
    unknown.length === 0 && pending.every((name, nth) => name === ours.at(nth - pending.length))
  if (isContinued || isContinuable) return null
  return {
    reason: `is of a version that this one does not continue (it has ${unknown[0] ?? 'later migrations'}, but not ${pending[0]})`,
    advice:
      'start over an empty database (another DATA_DIR or DATABASE_URL), or start the version that made it',
  }
}

const refuseForeign = (doneMigrations: ReadonlySet<string>, all: readonly Migration[]) => {
  const { refusal } = stateOf(doneMigrations, all)
  if (refusal) throw new ConfigError(`The database ${refusal.reason}: ${refusal.advice}`)
}
