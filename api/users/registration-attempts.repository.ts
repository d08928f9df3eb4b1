import type { Queries } from 'api/db/database'
import { forgetPayloads } from './mailed-tokens.repository'

/** Stores the last registration of an address; it replaces the previous one. */
export const storeRegistrationAttempt = async (
  db: Queries,
  { emailNormalized, passwordHash, now }: { emailNormalized: string; passwordHash: string; now: string },
) => {
  const attempt = { password_hash: passwordHash, created_at: now }
  await db
    .insertInto('registration_attempts')
    .values({ email_normalized: emailNormalized, ...attempt })
    .onConflict((conflict) => conflict.column('email_normalized').doUpdateSet(attempt))
    .execute()
}

/** The hash of the password with which the address was last registered. */
export const findAttemptHash = async (db: Queries, emailNormalized: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('registration_attempts')
      .select('password_hash as hash')
      .where('email_normalized', '=', emailNormalized)
      .executeTakeFirst()
  )?.hash

/** Forgets the registration of a customer's address. */
const deleteRegistrationAttempt = async (db: Queries, userId: string) => {
  await db
    .deleteFrom('registration_attempts')
    .where('email_normalized', '=', (eb) =>
      eb.selectFrom('users').select('users.email_normalized').where('users.id', '=', userId),
    )
    .execute()
}

/** Forgets all registrations with a customer's address, after the owner of the mailbox has proved the address. */
export const forgetRegistrations = async (trx: Queries, userId: string) => {
  await forgetPayloads(trx, userId, 'verify')
  await deleteRegistrationAttempt(trx, userId)
}
