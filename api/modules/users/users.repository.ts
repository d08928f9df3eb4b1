import type { Queries } from 'api/db/database'

export interface UserRow {
  id: string
  name: string
  email: string
  emailNormalized: string
  phone: string | null
  passwordHash: string
  emailVerifiedAt: string | null
}

const columns = [
  'id',
  'name',
  'email',
  'email_normalized as emailNormalized',
  'phone',
  'password_hash as passwordHash',
  'email_verified_at as emailVerifiedAt',
] as const

export const findUserByEmail = (db: Queries, emailNormalized: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('email_normalized', '=', emailNormalized).executeTakeFirst()

export const findUser = (db: Queries, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()

export interface NewUser {
  id: string
  name: string
  email: string
  emailNormalized: string
  phone: string | null
  passwordHash: string
  now: string
  consentVersion: string | null
  consentAddress: string | null
}

/**
 * One statement for every address: a new one makes a user, one whose owner never verified it since `abandonedBefore`
 * begins anew, any other stays as it is.
 */
export const insertUser = async (db: Queries, user: NewUser, abandonedBefore: string) => {
  const registered = {
    name: user.name,
    email: user.email,
    phone: user.phone,
    password_hash: user.passwordHash,
    created_at: user.now,
    consent_version: user.consentVersion,
    consent_at: user.now,
    consent_address: user.consentAddress,
  }
  await db
    .insertInto('users')
    .values({ id: user.id, email_normalized: user.emailNormalized, ...registered })
    .onConflict((conflict) =>
      conflict
        .column('email_normalized')
        .doUpdateSet(registered)
        .where('users.email_verified_at', 'is', null)
        .where('users.created_at', '<', abandonedBefore),
    )
    .execute()
}

export const updateProfile = (
  db: Queries,
  id: string,
  profile: { name: string; phone: string | null },
): Promise<UserRow | undefined> =>
  db.updateTable('users').set(profile).where('id', '=', id).returning(columns).executeTakeFirst()

export const updatePassword = async (db: Queries, id: string, passwordHash: string) => {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Keeps the first moment of verification. */
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
    .set({ email, email_normalized: emailNormalized, email_verified_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** A registration that nobody has proved gives way to who has proved the address. */
export const deleteUnverified = async (db: Queries, emailNormalized: string) => {
  await db
    .deleteFrom('users')
    .where('email_normalized', '=', emailNormalized)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Asked for the address and not for the user, so that it takes as long for an unknown one. */
export const isKnownDevice = async (db: Queries, emailNormalized: string, deviceHash: string) => {
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('users.email_normalized', '=', emailNormalized)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return found !== undefined
}

export const rememberDevice = async (db: Queries, userId: string, deviceHash: string, now: string) => {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
}
