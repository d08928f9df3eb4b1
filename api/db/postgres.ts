import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { connectTimeoutMs } from './database-defaults'
import { queryTimedOut } from './unavailable'

const int8 = 20
const numeric = 1700

export interface PostgresOptions {
  connectionString: string
  timeoutMs: number
  poolSize: number
  onIdleError: (error: Error) => void
}

/** PostgreSQL for Kysely: a small pool, and whole numbers as numbers (the driver's own way is strings). */
export const postgresDialect = async ({
  connectionString,
  timeoutMs,
  poolSize,
  onIdleError,
}: PostgresOptions): Promise<Dialect> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: Math.min(connectTimeoutMs, timeoutMs),
    // The server's own limit comes first: a query that it ends leaves the connection fit for use.
    statement_timeout: Math.ceil(timeoutMs * 0.9),
    query_timeout: timeoutMs,
    // What a process that is gone without a word holds locked is free again.
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener a connection that the server drops while idle ends the process.
  pool.on('error', onIdleError)
  return new PostgresDialect({ pool: withoutSilent(pool) })
}

/**
 * The pool, but a connection on which an answer did not come in time is closed instead of being given out again: `pg` keeps it,
 * and whatever is asked of it next waits behind the lost answer.
 */
const withoutSilent = (pool: Pool): PostgresPool => {
  const guarded = new WeakMap<PoolClient, PoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = guarded.get(client) ?? closedOnceSilent(client)
      guarded.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

const closedOnceSilent = (client: PoolClient): PoolClient => {
  let silence: Error | undefined
  const query = async (sql: string, parameters: unknown[]) => {
    // A rollback would only wait for as long again.
    if (silence) throw silence
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      if (error instanceof Error && error.message === queryTimedOut) silence = error
      throw error
    }
  }
  const release = () => client.release(silence)
  return new Proxy(client, {
    get: (target, name) =>
      name === 'query' ? query : name === 'release' ? release : Reflect.get(target, name, target),
  })
}
