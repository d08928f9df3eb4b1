import type { Queries } from 'api/db/database'

interface DeviceOf {
  userId: string
  deviceHash: string
}

/** Logins from this device, which the customer has just used, need no code until then. */
export const remember = async (trx: Queries, { userId, deviceHash, until }: DeviceOf & { until: string }) => {
  await trx
    .updateTable('known_devices')
    .set({ code_unneeded_until: until })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
}

/**
 * Whether a login from this device needs no code. Writes to the row, so that it waits while the devices are being
 * forgotten, and the other way round: ending all sessions then ends that of this login, too.
 */
export const touchRemembered = async (
  trx: Queries,
  { userId, deviceHash, now }: DeviceOf & { now: string },
): Promise<boolean> => {
  const used = await trx
    .updateTable('known_devices')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('code_unneeded_until', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** The devices on which a login of the customer needs no code. */
export const countRemembered = async (db: Queries, userId: string, now: string): Promise<number> => {
  const { devices } = await db
    .selectFrom('known_devices')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('user_id', '=', userId)
    .where('code_unneeded_until', '>', now)
    .executeTakeFirstOrThrow()
  return devices
}

/** All of the customer's logins need a code again. */
export const forgetRemembered = async (db: Queries, userId: string) => {
  await db
    .updateTable('known_devices')
    .set({ code_unneeded_until: null })
    .where('user_id', '=', userId)
    .where('code_unneeded_until', 'is not', null)
    .execute()
}

/** Everybody's logins need a code again. */
export const forgetAllRemembered = async (db: Queries) => {
  await db
    .updateTable('known_devices')
    .set({ code_unneeded_until: null })
    .where('code_unneeded_until', 'is not', null)
    .execute()
}
