import type { Database } from 'api/db/database'
import { sql } from 'kysely'
import type { Log } from 'monitoring/log'

/** Whether all account numbers of the register consist of digits. */
const areNumbersDigits = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<boolean> => {
  const hasOtherSigns =
    dialect === 'sqlite' ? sql<boolean>`account glob '*[^0-9]*'` : sql<boolean>`account ~ '[^0-9]'`
  const otherAccount = await db
    .selectFrom('register_accounts')
    .select('account')
    .where(hasOtherSigns)
    .limit(1)
    .executeTakeFirst()
  return otherAccount === undefined
}

/** Reading the register takes a tenth of a second for a million accounts, and it changes only by imports. */
const REFRESH_MS = 60 * 60_000

interface AccountNumbersDeps {
  database: Database
  log: Log
  clock: () => Date
}

/** Returns a function that says whether all account numbers are digits, at most an hour old; false after an error. */
export const accountNumbers = ({ database, log, clock }: AccountNumbersDeps) => {
  let areDigits = false
  let readAt: number | null = null

  const refresh = async () => {
    areDigits = await areNumbersDigits(database).catch((error: unknown) => {
      log.warn({ err: error }, 'the account numbers could not be read')
      return false
    })
  }

  /** All callers wait for the first read; later reads run in the background. */
  let firstRead: Promise<void> | undefined

  return async () => {
    const now = clock().getTime()
    if (readAt === null || now - readAt >= REFRESH_MS) {
      readAt = now
      const reading = refresh()
      firstRead ??= reading
    }
    await firstRead
    return areDigits
  }
}
