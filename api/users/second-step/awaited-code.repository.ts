import type { Queries } from 'api/db/database'
import { hashOfSecret, newSecret } from 'api/hashed-secret'
import { MINUTE } from 'format/durations'

const validForMs = 10 * MINUTE
/** The fifth wrong code ends the login. */
export const maxTries = 5

/** Stores a login with a right password that waits for its code; returns the token that finishes the login. */
export const awaitCode = async (trx: Queries, userId: string, now: Date): Promise<string> => {
  const token = newSecret()
  await trx
    .insertInto('second_step_logins')
    .values({
      token_hash: hashOfSecret(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + validForMs).toISOString(),
    })
    .execute()
  return token
}

/** The customer of a waiting login; undefined when the login is over. */
export const findWaitingCustomer = async (
  db: Queries,
  token: string,
  now: Date,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('second_step_logins')
      .select('user_id')
      .where('token_hash', '=', hashOfSecret(token))
      .where('tries', '<', maxTries)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst()
  )?.user_id

/** Counts a code before it is checked. Returns the number of codes; undefined if no more are allowed. */
export const countCode = async (db: Queries, token: string, now: Date): Promise<number | undefined> =>
  (
    await db
      .updateTable('second_step_logins')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('token_hash', '=', hashOfSecret(token))
      .where('tries', '<', maxTries)
      .where('expires_at', '>', now.toISOString())
      .returning('tries')
      .executeTakeFirst()
  )?.tries

/** Ends the wait. Returns false if it was over: a login is finished only once. */
export const endWait = async (trx: Queries, token: string): Promise<boolean> =>
  (await trx
    .deleteFrom('second_step_logins')
    .where('token_hash', '=', hashOfSecret(token))
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const deleteLoginsOf = async (db: Queries, userId: string) => {
  await db.deleteFrom('second_step_logins').where('user_id', '=', userId).execute()
}

export const deleteAllLogins = async (db: Queries) => {
  await db.deleteFrom('second_step_logins').execute()
}
