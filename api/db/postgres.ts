import { PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { CountedDialect } from './counted-dialect'
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

/** PostgreSQL for Kysely: a small pool, and integers as numbers (the driver's default is strings). */
export const postgresDialect = async ({
  connectionString,
  timeoutMs,
  poolSize,
  onIdleError,
}: PostgresOptions): Promise<CountedDialect> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: Math.min(connectTimeoutMs, timeoutMs),
    // The server's own limit is shorter: a query that the server cancels leaves the connection usable.
    statement_timeout: Math.ceil(timeoutMs * 0.9),
    query_timeout: timeoutMs,
    // Releases the locks of a process that has disappeared without closing its connection.
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener the process ends when the server drops an idle connection.
  pool.on('error', onIdleError)
  return Object.assign(new PostgresDialect({ pool: withoutSilent(pool) }), {
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  })
}

/**
 * A pool that closes a connection after a query timeout. `pg` would return it to the pool, where the next query waits
 * for the lost answer.
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
    // A rollback would wait just as long.
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
