import type { Database } from 'api/db/database'
import { sql } from 'kysely'
import type { Log } from 'monitoring/log'

/** Whether all account numbers of the register consist of digits. */
const areNumbersDigits = async ({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<boolean> => {
  const hasOtherSigns =
    dialect === 'sqlite' ? sql<boolean>`account glob '*[^0-9]*'` : sql<boolean>`account ~ '[^0-9]'`
  const other = await db
    .selectFrom('register_accounts')
    .select('account')
    .where(hasOtherSigns)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** The register changes by imports, and reading it all takes a tenth of a second for a million accounts. */
const REFRESH_MS = 60 * 60_000

interface AccountNumbersDeps {
  database: Database
  log: Log
  clock: () => Date
}

/** Says whether all account numbers consist of digits, as of the last hour; false where that could not be read. */
export const accountNumbers = ({ database, log, clock }: AccountNumbersDeps) => {
  let areDigits = false
  let readAt: number | null = null

  const read = async () => {
    areDigits = await areNumbersDigits(database).catch((error: unknown) => {
      log.warn({ err: error }, 'the account numbers could not be read')
      return false
    })
  }

  /** Everybody waits for it; later ones run beside the answers. */
  let firstRead: Promise<void> | undefined

  return async () => {
    const now = clock().getTime()
    if (readAt === null || now - readAt >= REFRESH_MS) {
      readAt = now
      const reading = read()
      firstRead ??= reading
    }
    await firstRead
    return areDigits
  }
}
