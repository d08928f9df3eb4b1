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
