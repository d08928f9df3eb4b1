import { PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { CountedDialect } from './counted-dialect'
import { queryTimedOut } from './database-errors'
import { connectTimeoutMs } from './database-settings'

const int8 = 20
const numeric = 1700
/** The idle limit of a transaction. Transactions wait only for their queries. */
const longestIdleMs = 60_000

interface PostgresOptions {
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
    idle_in_transaction_session_timeout: Math.min(2 * timeoutMs, longestIdleMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener the process ends when the server drops an idle connection.
  pool.on('error', onIdleError)
  // The same for a connection in use. Its query fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  return Object.assign(new PostgresDialect({ pool: guardPool(pool) }), {
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  })
}

/**
 * A pool that closes a connection after a query timeout. `pg` would return it to the pool, where the next query waits
 * for the lost answer. Also closes connections that have been idle since before that query, because a firewall usually
 * forgets all of them at once and each would cost a request.
 */
const guardPool = (pool: Pool): PostgresPool => {
  const guardedClients = new WeakMap<PoolClient, GuardedClient>()
  let silentSince = Number.NEGATIVE_INFINITY
  const onSilence = (since: number) => {
    silentSince = Math.max(silentSince, since)
  }
  const connect = async () => {
    const client = await pool.connect()
    const guardedClient = guardedClients.get(client) ?? guard(client, onSilence)
    guardedClients.set(client, guardedClient)
    return guardedClient
  }
  return {
    async connect() {
      for (;;) {
        const { client, answeredAt } = await connect()
        if (answeredAt() >= silentSince) return client
        client.release(new Error('The connection is taken for silent'))
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

interface GuardedClient {
  client: PoolClient
  /** When it was last known to work, by `performance.now()`. */
  answeredAt: () => number
}

const guard = (client: PoolClient, onSilence: (since: number) => void): GuardedClient => {
  let answeredAt = performance.now()
  let silence: Error | undefined
  const query = async (sql: string, parameters: unknown[]) => {
    // A rollback would wait just as long.
    if (silence) throw silence
    const since = performance.now()
    try {
      const result = await client.query(sql, parameters)
      answeredAt = performance.now()
      return result
    } catch (error) {
      if (error instanceof Error && error.message === queryTimedOut) {
        silence = error
        onSilence(since)
      }
      throw error
    }
  }
  const release = (error?: Error) => client.release(silence ?? error)
  return {
    answeredAt: () => answeredAt,
    client: new Proxy(client, {
      get: (target, name) =>
        name === 'query' ? query : name === 'release' ? release : Reflect.get(target, name, target),
    }),
  }
}
