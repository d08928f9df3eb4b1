import type { Queries } from 'api/db/database'

export const wantsLetters = async (db: Queries, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('invoice_letters')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** False: the customer wants them already. */
export const storeWish = async (
  trx: Queries,
  { userId, now, firstLookOn }: { userId: string; now: string; firstLookOn: string },
): Promise<boolean> =>
  (await trx
    .insertInto('invoice_letters')
    .values({ user_id: userId, asked_at: now, next_look_on: firstLookOn })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()) !== undefined

/** With all that the customer was told, which is looked up no more. */
export const deleteWish = async (trx: Queries, userId: string) => {
  await trx.deleteFrom('invoice_letters').where('user_id', '=', userId).execute()
  await trx.deleteFrom('invoice_notices').where('user_id', '=', userId).execute()
}

/**
 * Takes the customers who have waited longest for a look at their invoices, and sets the day of the next look. Customers
 * that another process has taken are skipped.
 */
export const claimCustomers = (
  trx: Queries,
  { today, nextLookOn, most }: { today: string; nextLookOn: string; most: number },
): Promise<{ userId: string; askedAt: string }[]> =>
  trx
    .updateTable('invoice_letters')
    .set({ next_look_on: nextLookOn })
    .where('user_id', 'in', (due) =>
      due
        .selectFrom('invoice_letters')
        .select('user_id')
        .where('next_look_on', '<=', today)
        .orderBy('next_look_on')
        .orderBy('user_id')
        .limit(most)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['user_id as userId', 'asked_at as askedAt'])
    .execute()

/** Undefined for a customer who is being deleted: they are left alone. */
export const findAddressee = async (db: Queries, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('deletion_asked_at', 'is', null)
      .executeTakeFirst()
  )?.email
