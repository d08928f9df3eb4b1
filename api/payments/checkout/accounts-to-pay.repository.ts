import type { Queries } from 'api/db/database'
import type { Kopecks } from 'contract/money'
import { sql } from 'kysely'

/** What the register says of an account to its payer; undefined when there is none. */
export const findAccountToPay = (
  db: Queries,
  account: string,
): Promise<{ account: string; address: string; balance: number } | undefined> =>
  db
    .selectFrom('register_accounts')
    .leftJoin('account_balances', 'account_balances.account', 'register_accounts.account')
    .where('register_accounts.account', '=', account)
    .select((eb) => [
      'register_accounts.account',
      'register_accounts.address',
      eb.fn.coalesce('account_balances.balance', eb.lit(0)).as('balance'),
    ])
    .executeTakeFirst()

/** Whether it is the account's whole debt, or the sum that one of its bills asked for: only its payers know these. */
export const isOnBill = async (
  db: Queries,
  { account, amount }: { account: string; amount: Kopecks },
): Promise<boolean> => {
  const balance = await db
    .selectFrom('account_balances')
    .select('account')
    .where('account', '=', account)
    .where('balance', '=', amount)
    .executeTakeFirst()
  if (balance) return true
  const bill = await db
    .selectFrom('invoices')
    .select('id')
    .where('account', '=', account)
    .where(sql<number>`opening_balance + charged + penalty`, '=', amount)
    .executeTakeFirst()
  return bill !== undefined
}
