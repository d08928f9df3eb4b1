import type { Queries } from 'api/db/database'

/** A customer who has an account on their list. */
export interface Holder {
  userId: string
  account: string
  /** The customer's own name for the account; null for none. */
  ownTitle: string | null
  email: string
  /** When the customer will be erased; null without a request for deletion. */
  eraseAt: string | null
}

/** All customers who have any of these accounts, in the order in which their rows are locked. */
export const findHolders = async (db: Queries, accounts: readonly string[]): Promise<Holder[]> => {
  const holders = await db
    .selectFrom('customer_accounts')
    .innerJoin('users', 'users.id', 'customer_accounts.user_id')
    .select([
      'customer_accounts.user_id as userId',
      'customer_accounts.account',
      'customer_accounts.title as ownTitle',
      'users.email',
      'users.erase_at as eraseAt',
    ])
    .where('customer_accounts.account', 'in', accounts)
    .execute()
  return holders.sort((a, b) => (a.userId < b.userId ? -1 : 1))
}

/** The customer's own name for an account that they own or have access to; null for none, and for a guest. */
export const findOwnTitle = async (
  db: Queries,
  { userId, account }: { userId: string | null; account: string },
): Promise<string | null> => {
  if (userId === null) return null
  const rows = await db
    .selectFrom('customer_accounts')
    .select('title')
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .unionAll(
      db
        .selectFrom('account_grants')
        .select('title')
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .where('status', '=', 'active'),
    )
    .execute()
  return rows.find(({ title }) => title !== null)?.title ?? null
}
