import type { Queries } from 'api/db/database'

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
