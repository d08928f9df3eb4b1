import type { Queries } from 'api/db/database'

interface SecondStepRow {
  /** As `sealSecret` returns it. */
  secret: string
  setupExpiresAt: string
  /** Null while it is only a setup. */
  turnedOnAt: string | null
}

export const isSecondStepOn = async (db: Queries, userId: string): Promise<boolean> => {
  const row = await findSecondStep(db, userId)
  return row !== undefined && row.turnedOnAt !== null
}

export const findSecondStep = (db: Queries, userId: string): Promise<SecondStepRow | undefined> =>
  db
    .selectFrom('second_steps')
    .select(['secret', 'setup_expires_at as setupExpiresAt', 'turned_on_at as turnedOnAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores a setup, unless there is one that has not expired or the second step is on. */
export const beginSetup = async (
  db: Queries,
  { userId, secret, expiresAt, now }: { userId: string; secret: string; expiresAt: string; now: string },
) => {
  await db
    .insertInto('second_steps')
    .values({ user_id: userId, secret, setup_expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, setup_expires_at: expiresAt })
        .where('second_steps.turned_on_at', 'is', null)
        .where('second_steps.setup_expires_at', '<=', now),
    )
    .execute()
}

/** Drops a setup; a second step that is on stays. */
export const dropSetup = async (db: Queries, userId: string) => {
  await db
    .deleteFrom('second_steps')
    .where('user_id', '=', userId)
    .where('turned_on_at', 'is', null)
    .execute()
}

export const dropAllSetups = async (db: Queries) => {
  await db.deleteFrom('second_steps').where('turned_on_at', 'is', null).execute()
}

/** Turns this setup on. Returns whether it did: of several concurrent calls only one succeeds. */
export const turnOn = async (
  db: Queries,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: string },
): Promise<boolean> => {
  const row = await db
    .updateTable('second_steps')
    .set({ turned_on_at: now, last_used_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('turned_on_at', 'is', null)
    .where('setup_expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a half-minute of this secret and all earlier ones. Returns false if it was used before. */
export const spendStep = async (
  db: Queries,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> => {
  const row = await db
    .updateTable('second_steps')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('turned_on_at', 'is not', null)
    .where((where) => where.or([where('last_used_step', 'is', null), where('last_used_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a second step that is on; a setup stays. */
export const deleteSecondStep = async (db: Queries, userId: string) => {
  await db
    .deleteFrom('second_steps')
    .where('user_id', '=', userId)
    .where('turned_on_at', 'is not', null)
    .execute()
}

export const deleteSetupsExpiredBefore = async (db: Queries, moment: string) => {
  await db
    .deleteFrom('second_steps')
    .where('turned_on_at', 'is', null)
    .where('setup_expires_at', '<', moment)
    .execute()
}

export const deleteRecoveryCodes = async (db: Queries, userId: string) => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Replaces the codes of an earlier second step. */
export const storeRecoveryCodes = async (
  db: Queries,
  { userId, hashes, now }: { userId: string; hashes: readonly string[]; now: string },
) => {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now })))
    .execute()
}

export const countRecoveryCodes = async (db: Queries, userId: string): Promise<number> => {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return codes
}

interface RecoveryCodeKey {
  userId: string
  hash: string
}

export const hasRecoveryCode = async (db: Queries, { userId, hash }: RecoveryCodeKey): Promise<boolean> => {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Of several concurrent calls only one succeeds. */
export const spendRecoveryCode = async (
  db: Queries,
  { userId, hash, now }: RecoveryCodeKey & { now: string },
): Promise<boolean> => {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
