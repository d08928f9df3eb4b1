import type { Queries } from 'api/db/database'
import { lockedUser } from 'api/db/locked-user.repository'
import type { LetterHooks } from 'api/mail/outbox-relay.step'
import { emailKey } from 'format/email'
import { sql } from 'kysely'
import { z } from 'zod'

const registrationData = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  passwordHash: z.string(),
  consentVersion: z.string().nullable(),
  consentAt: z.string().nullable(),
  consentAddress: z.string().nullable(),
})

/**
 * The data of one registration with its consent. It is stored with the token of its letter, because only the owner of
 * the mailbox knows which registration is theirs.
 */
export type RegistrationData = z.output<typeof registrationData>

export const asJson = (data: RegistrationData): string => JSON.stringify(data)

/** Returns null for null. Throws for anything that `asJson` has not written. */
export const fromJson = (json: string | null): RegistrationData | null =>
  json === null ? null : registrationData.parse(JSON.parse(json))

export interface UserRow {
  id: string
  name: string
  email: string
  emailNormalized: string
  phone: string | null
  passwordHash: string
  emailVerifiedAt: string | null
  /** The moment since which letters to the address fail; null if they arrive, or none was sent. */
  emailUndeliverableSince: string | null
  /** When the customer will be erased; null without a request for deletion. */
  eraseAt: string | null
}

const columns = [
  'id',
  'name',
  'email',
  'email_normalized as emailNormalized',
  'phone',
  'password_hash as passwordHash',
  'email_verified_at as emailVerifiedAt',
  'email_undeliverable_since as emailUndeliverableSince',
  'erase_at as eraseAt',
] as const

export const findUserByEmail = (db: Queries, emailNormalized: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('email_normalized', '=', emailNormalized).executeTakeFirst()

export const findUser = (db: Queries, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()

/** Locks the row until the end of the transaction, and reads it. */
export const lockUser = (trx: Queries, id: string): Promise<UserRow | undefined> =>
  lockedUser(trx, id).returning(columns).executeTakeFirst()

interface NewUser {
  id: string
  emailNormalized: string
  registrationData: RegistrationData
  now: string
}

const columnsOf = (registrationData: RegistrationData) => ({
  name: registrationData.name,
  email: registrationData.email,
  phone: registrationData.phone,
  password_hash: registrationData.passwordHash,
  consent_version: registrationData.consentVersion,
  consent_at: registrationData.consentAt,
  consent_address: registrationData.consentAddress,
})

/**
 * Inserts a user, or replaces an unverified one with the same address; leaves a verified one unchanged. One statement
 * for all cases, so that the time does not tell them apart.
 */
export const insertUser = async (db: Queries, { id, emailNormalized, registrationData, now }: NewUser) => {
  const values = { ...columnsOf(registrationData), created_at: now }
  await db
    .insertInto('users')
    .values({ id, email_normalized: emailNormalized, ...values })
    .onConflict((conflict) =>
      conflict.column('email_normalized').doUpdateSet(values).where('users.email_verified_at', 'is', null),
    )
    .execute()
}

/** The last registration of an unverified user. */
export const findRegistrationData = (db: Queries, id: string): Promise<RegistrationData | undefined> =>
  db
    .selectFrom('users')
    .select([
      'name',
      'email',
      'phone',
      'password_hash as passwordHash',
      'consent_version as consentVersion',
      'consent_at as consentAt',
      'consent_address as consentAddress',
    ])
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()

export const updateProfile = (
  db: Queries,
  id: string,
  profile: { name: string; phone: string | null },
): Promise<UserRow | undefined> =>
  db.updateTable('users').set(profile).where('id', '=', id).returning(columns).executeTakeFirst()

export const updatePassword = async (db: Queries, id: string, passwordHash: string) => {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Stores the data of the confirmed registration and verifies the user. Does nothing for a verified one. */
export const verifyAs = async (db: Queries, id: string, registrationData: RegistrationData, now: string) => {
  await db
    .updateTable('users')
    .set({ ...columnsOf(registrationData), email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Keeps the time of the first verification. */
export const markVerified = async (db: Queries, id: string, now: string) => {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

export const updateEmail = (
  db: Queries,
  id: string,
  { email, emailNormalized, now }: { email: string; emailNormalized: string; now: string },
): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({
      email,
      email_normalized: emailNormalized,
      email_verified_at: now,
      email_undeliverable_since: null,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Records whether letters to a customer arrive; the portal tells the customer if they do not. */
export const letterHooks: LetterHooks = {
  async letterSent(trx, recipient) {
    await trx
      .updateTable('users')
      .set({ email_undeliverable_since: null })
      .where('email_normalized', '=', emailKey(recipient))
      .where('email_undeliverable_since', 'is not', null)
      .execute()
  },

  async letterFailed(trx, { recipient, createdAt }, now) {
    const key = emailKey(recipient)
    // Searches by customer: the outbox has no index on the recipient.
    const sentLetters = await trx
      .selectFrom('users')
      .innerJoin('outbox', 'outbox.user_id', 'users.id')
      .select('outbox.recipient')
      .where('users.email_normalized', '=', key)
      .where('outbox.sent_at', '>', createdAt)
      .execute()
    // A letter that was accepted meanwhile shows that the address works.
    if (sentLetters.some((letter) => emailKey(letter.recipient) === key)) return
    // Keeps the time of the first failed letter.
    await trx
      .updateTable('users')
      .set({ email_undeliverable_since: now.toISOString() })
      .where('email_normalized', '=', key)
      .where('email_undeliverable_since', 'is', null)
      .execute()
  },
}

/** Deletes an unverified registration in favour of somebody who has verified the address. */
export const deleteUnverified = async (db: Queries, emailNormalized: string) => {
  await db
    .deleteFrom('users')
    .where('email_normalized', '=', emailNormalized)
    .where('email_verified_at', 'is', null)
    .execute()
}

const rowsAtOnce = 500

/**
 * Deletes unconfirmed registrations of this moment and earlier that have no valid mailed link; a few hundred at a time,
 * as `deleteInBatches`.
 */
export const deleteUnverifiedSince = async (db: Queries, until: string, now: string) => {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from users where email_verified_at is null and created_at <= ${until}
        and not exists (select 1 from mailed_tokens where user_id = users.id and expires_at > ${now})
      order by created_at limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) return
    // Repeats the condition: an address may have been confirmed since.
    await db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('email_verified_at', 'is', null)
      .where('created_at', '<=', until)
      .execute()
    if (rows.length < rowsAtOnce) return
  }
}

/** Queried by address rather than user, so that an unknown address takes as long. */
export const isKnownDevice = async (db: Queries, emailNormalized: string, deviceHash: string) => {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('users.email_normalized', '=', emailNormalized)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

/** The hashes of the devices on which the customer has signed in. */
export const findDeviceHashes = async (db: Queries, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('known_devices')
    .select('device_hash as hash')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ hash }) => hash)
}

export const storeDevice = async (db: Queries, userId: string, deviceHash: string, now: string) => {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
}

export const forgetDevice = async (db: Queries, userId: string, deviceHash: string) => {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
}
