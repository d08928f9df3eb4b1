import { type Dialect, PostgresDialect } from 'kysely'

const int8 = 20
const numeric = 1700

/** PostgreSQL for Kysely: a small pool, and whole numbers as numbers (the driver's own way is strings). */
export const postgresDialect = async (
  connectionString: string,
  onIdleError: (error: Error) => void,
): Promise<Dialect> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener a connection that the server drops while idle ends the process.
  pool.on('error', onIdleError)
  return new PostgresDialect({ pool })
}
