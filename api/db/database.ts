import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type IsolationLevel, Kysely, type LogEvent, sql } from 'kysely'
import { addPastSpan, isTracing } from 'monitoring/tracing'
import type { ConnectionCounts, DialectName } from './counted-dialect'
import { databaseDefaults } from './database-settings'
import { postgresDialect } from './postgres'
import { sqliteDialect, sqliteFileName } from './sqlite'
import type { Tables } from './tables'

/** Adds a span for each query of a request: its statement, without the values. */
const traceQuery =
  (dialect: DialectName) =>
  ({ level, query, queryDurationMillis }: LogEvent) => {
    const { sql } = query
    const [verb = 'query'] = sql.trimStart().split(/\s/, 1)
    addPastSpan(`sql ${verb}`, queryDurationMillis, {
      'db.system.name': dialect === 'postgres' ? 'postgresql' : 'sqlite',
      'db.query.text': sql,
      ...(level === 'error' && { 'error.type': 'failed' }),
    })
  }

/** The database or a transaction: what the functions of a repository take. */
export type Queries = Kysely<Tables>

export interface Database {
  db: Queries
  dialect: DialectName
  /**
   * Runs the work in a transaction: BEGIN IMMEDIATE on SQLite, SERIALIZABLE on PostgreSQL unless `isolation` says
   * otherwise. A transaction is retried after a conflict with another one, so the work must only query, and only
   * through its `trx`. On SQLite a query through `db` inside it would deadlock.
   */
  transaction<Result>(
    work: (trx: Queries) => Promise<Result>,
    isolation?: Extract<IsolationLevel, 'serializable' | 'read committed'>,
  ): Promise<Result>
  connections(): ConnectionCounts
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://…`; undefined: SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  /** A query fails after this time without an answer; on SQLite also one that waits for another process's write. */
  databaseTimeoutMs?: number
  /** The size of the connection pool on PostgreSQL. */
  databasePool?: number
  onIdleError?: (error: Error) => void
}

/** Returns whether SQLite's file exists, because opening it would create it. Always true for PostgreSQL. */
export const databaseExists = ({
  databaseUrl,
  dataDir,
}: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>): boolean =>
  Boolean(databaseUrl) || existsSync(join(dataDir, sqliteFileName))

/** Opens the database without migrating it; see `migrate`. */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  databaseTimeoutMs: timeoutMs = databaseDefaults.databaseTimeoutMs,
  databasePool: poolSize = databaseDefaults.databasePool,
  onIdleError = () => {},
}: DatabaseOptions): Promise<Database> => {
  const name: DialectName = databaseUrl ? 'postgres' : 'sqlite'
  const dialect = databaseUrl
    ? await postgresDialect({ connectionString: databaseUrl, timeoutMs, poolSize, onIdleError })
    : sqliteDialect(dataDir, timeoutMs)
  const db = new Kysely<Tables>({ dialect, ...(isTracing() && { log: traceQuery(name) }) })
  return {
    db,
    dialect: name,
    transaction: (work, isolation = 'serializable') =>
      name === 'sqlite'
        ? db.transaction().execute(work)
        : retryConflicts(
            () => db.transaction().setIsolationLevel(isolation).execute(work),
            isolation === 'serializable' ? [...conflictCodes, uniqueViolation] : conflictCodes,
          ),
    connections: () => dialect.connections(),
    close: () => db.destroy(),
  }
}

const maxAttempts = 12
const serializationFailure = '40001'
const deadlock = '40P01'
const conflictCodes = [serializationFailure, deadlock]
/**
 * A conflict with a row that was inserted after the transaction's snapshot. The next attempt sees the row
 * (postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
const uniqueViolation = '23505'

const retryConflicts = async <Result>(
  run: () => Promise<Result>,
  codes: readonly string[],
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !hasCode(error, codes)) throw error
      await wait(Math.random() * Math.min(200, 4 * 2 ** attempt))
    }
  }
}

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** The time of PostgreSQL's machine; null on SQLite, which runs on this machine. */
export const databaseClock = async ({ db, dialect }: Database): Promise<Date | null> => {
  if (dialect === 'sqlite') return null
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? null
}

/**
 * Makes PostgreSQL prefer indexes to full scans until the transaction ends. Right after an import it has no statistics
 * of the new rows, and would scan the whole table for each portion.
 */
export const preferIndexes = async (trx: Queries, dialect: DialectName) => {
  if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
}

/**
 * Moves SQLite's write-ahead log into the database and empties it: until it is overwritten, the log keeps deleted
 * values. Returns false while another process reads from it. Does nothing on PostgreSQL.
 */
export const emptyWriteAheadLog = async ({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<boolean> => {
  if (dialect !== 'sqlite') return true
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows.every(({ busy }) => busy === 0)
}

class RollBack extends Error {}

/** More than a database buffers in memory, and more than its free pages are likely to hold. */
const BYTES = 8 * 1024 * 1024

const fill = (database: Database, trx: Queries) =>
  database.dialect === 'sqlite'
    ? sql`insert into write_probe values (zeroblob(${BYTES}))`.execute(trx)
    : // A text that PostgreSQL can't compress.
      sql`insert into write_probe select string_agg(md5(n::text), '')::bytea from generate_series(1, ${BYTES / 32}) n`.execute(
        trx,
      )

/** Writes some megabytes to the database and rolls them back. Throws where they can't be written, as on a full disk. */
export const tryToWrite = async (database: Database) => {
  try {
    await database.transaction(async (trx) => {
      await sql`create table write_probe (content ${sql.raw(database.dialect === 'sqlite' ? 'blob' : 'bytea')})`.execute(
        trx,
      )
      await fill(database, trx)
      throw new RollBack()
    }, 'read committed')
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
}
