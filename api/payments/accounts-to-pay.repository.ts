import type { Queries } from 'api/db/database'

/** What the register says of an account to whoever wants to pay for it; undefined when there is none. */
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
