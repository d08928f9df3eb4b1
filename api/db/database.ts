import { setTimeout as wait } from 'node:timers/promises'
import { type IsolationLevel, Kysely } from 'kysely'
import type { DialectName } from './columns'
import { databaseDefaults } from './database-defaults'
import { postgresDialect } from './postgres'
import { sqliteDialect } from './sqlite'
import type { Tables } from './tables'

/** The database itself or a transaction in it: what a repository's functions take. */
export type Queries = Kysely<Tables>

export interface Database {
  db: Queries
  dialect: DialectName
  /**
   * Runs the work in a transaction: BEGIN IMMEDIATE on SQLite, SERIALIZABLE on PostgreSQL, where work that lost to
   * another transaction is run again, so it must do nothing but queries through the `trx` it is given.
   * On SQLite a query through `db` inside it would wait for ever.
   */
  transaction<Result>(
    work: (trx: Queries) => Promise<Result>,
    isolation?: Extract<IsolationLevel, 'serializable' | 'read committed'>,
  ): Promise<Result>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://…`; without it SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Past it a query without an answer, or one that waits for another process's write to SQLite, fails. */
  databaseTimeoutMs?: number
  /** The most connections to PostgreSQL. */
  databasePool?: number
  onIdleError?: (error: Error) => void
}

/** Opens the database as it stands; `migrate` brings it up to date. */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  databaseTimeoutMs: timeoutMs = databaseDefaults.databaseTimeoutMs,
  databasePool: poolSize = databaseDefaults.databasePool,
  onIdleError = () => {},
}: DatabaseOptions): Promise<Database> => {
  const dialect: DialectName = databaseUrl ? 'postgres' : 'sqlite'
  const db = new Kysely<Tables>({
    dialect: databaseUrl
      ? await postgresDialect({ connectionString: databaseUrl, timeoutMs, poolSize, onIdleError })
      : sqliteDialect(dataDir, timeoutMs),
  })
  return {
    db,
    dialect,
    transaction: (work, isolation = 'serializable') =>
      dialect === 'sqlite'
        ? db.transaction().execute(work)
        : retryLost(() => db.transaction().setIsolationLevel(isolation).execute(work)),
    close: () => db.destroy(),
  }
}

const attempts = 12
const serializationFailure = '40001'
const deadlock = '40P01'

const retryLost = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !hasLost(error)) throw error
      await wait(Math.random() * Math.min(200, 4 * 2 ** attempt))
    }
  }
}

const hasLost = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === serializationFailure || error.code === deadlock)
