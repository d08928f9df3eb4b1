import type { Queries } from 'api/db/database'

export interface OwnAccount {
  userId: string
  account: string
}

export const isOwnAccount = async (db: Queries, { userId, account }: OwnAccount): Promise<boolean> =>
  (await db
    .selectFrom('customer_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .where('account', '=', account)
    .executeTakeFirst()) !== undefined
