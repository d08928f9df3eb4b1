import type { Database } from 'api/db/database'
import { sql } from 'kysely'

/** Whether all account numbers of the register consist of digits. */
export const areNumbersDigits = async ({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<boolean> => {
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
