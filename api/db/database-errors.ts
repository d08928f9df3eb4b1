/** Messages of `pg`, without a code, for a connection that timed out or was cut. */
export const queryTimedOut = 'Query read timeout'
const withoutCode =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Network codes; PostgreSQL's classes 08, 53 and 57 and a transaction ended for idling; SQLite's file errors. */
const codes =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|08...|53...|57...|25P03|SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY).*)$/

/** Whether an error means that the database is unavailable, whatever the query. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return codes.test(error.code)
  return withoutCode.test(error.message)
}

const connectionFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that host and port',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host can not be looked up now',
  ETIMEDOUT: 'the host does not answer',
  ENOENT: 'there is no such socket',
  '28P01': 'the user or the password is wrong',
  '28000': 'the server does not let this user in from here, see pg_hba.conf',
  '3D000': 'the server has no database of this name',
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined)

const damaged = /^SQLITE_(NOTADB|CORRUPT.*)$/

/**
 * Returns the message for an operator about a database that can't be opened: a failed connection to PostgreSQL, or a
 * damaged file of SQLite. Undefined for other errors.
 */
export const openingComplaint = (error: unknown, databaseUrl: string | undefined): string | undefined => {
  const code = error instanceof Error ? codeOf(error) : undefined
  if (code === undefined) return undefined
  if (databaseUrl !== undefined) {
    const failure = connectionFailures[code]
    return failure && `DATABASE_URL: no connection to the database, ${failure} (${code})`
  }
  return damaged.test(code)
    ? `DATA_DIR: portal.sqlite there is damaged or no database (${code}): move it away with -wal and -shm, and restore a backup`
    : undefined
}

/** A full disk, a file that can't be written, no free connection: waiting alone does not help. */
const needsOperator = /^(53...|SQLITE_(FULL|IOERR|CANTOPEN|READONLY).*)$/

/** Returns the message for an operator who has typed a command; undefined if it is not an error of the database. */
export const databaseComplaint = (error: unknown, databaseUrl: string | undefined): string | undefined => {
  const complaint = openingComplaint(error, databaseUrl)
  if (complaint !== undefined || !(error instanceof Error) || !isUnavailable(error)) return complaint
  const code = codeOf(error)
  if (code && needsOperator.test(code)) return `The database could not do it (${code}): ${error.message}`
  return `The database did not do it in time, or broke off (${code ?? error.message}): another process may hold what the command needs, such as an import. Try again later, or with a larger DATABASE_TIMEOUT_MS`
}
