/** What `pg` says, without a code, of a connection that gave no answer in time or was cut. */
export const queryTimedOut = 'Query read timeout'
const withoutCode =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Of the network; of PostgreSQL by its classes 08, 53 and 57 and a transaction cut for idling; of SQLite's file. */
const codes =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|08...|53...|57...|25P03|SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY).*)$/

/** Whether a failure says that the database can't be used at present, whatever was asked of it. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return codes.test(error.code)
  return withoutCode.test(error.message)
}
