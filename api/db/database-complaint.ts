import { isUnavailable } from './unavailable'

const notReached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT']
const notLetIn = ['28P01', '28000', '3D000']

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined)

/** What to tell an operator of a connection to PostgreSQL that failed; undefined if that was not the error. */
export const connectionComplaint = (error: unknown, databaseUrl: string | undefined): string | undefined => {
  if (databaseUrl === undefined || !(error instanceof Error)) return undefined
  const code = [...notReached, ...notLetIn].find((known) => known === codeOf(error))
  return code && `DATABASE_URL: no connection to the database (${code})`
}

/** A full disk, a file that can't be written, no free connection: nothing that waiting alone would help. */
const needsOperator = /^(53...|SQLITE_(FULL|IOERR|CANTOPEN|READONLY).*)$/

/** What to tell an operator who has typed a command; undefined for an error that is not of the database. */
export const databaseComplaint = (error: unknown, databaseUrl: string | undefined): string | undefined => {
  const complaint = connectionComplaint(error, databaseUrl)
  if (complaint !== undefined || !(error instanceof Error) || !isUnavailable(error)) return complaint
  const code = codeOf(error)
  if (code && needsOperator.test(code)) return `The database could not do it (${code}): ${error.message}`
  return `The database did not do it in time, or broke off (${code ?? error.message}): another process may hold what the command needs, such as an import. Try again later, or with a larger DATABASE_TIMEOUT_MS`
}
