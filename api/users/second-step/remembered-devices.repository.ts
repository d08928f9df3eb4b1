import type { Queries } from 'api/db/database'

interface DeviceKey {
  userId: string
  deviceHash: string
}

/** Remembers a device that the customer has just used: until then its logins need no code. */
export const rememberDeviceUntil = async (
  trx: Queries,
  { userId, deviceHash, until }: DeviceKey & { until: string },
) => {
  await trx
    .updateTable('known_devices')
    .set({ code_unneeded_until: until })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
}

/**
 * Returns whether a login from this device needs no code. Writes to the row, so that this call and the one that forgets
 * the devices wait for each other: ending all sessions also ends the session of this login.
 */
export const touchRememberedDevice = async (
  trx: Queries,
  { userId, deviceHash, now }: DeviceKey & { now: string },
): Promise<boolean> => {
  const row = await trx
    .updateTable('known_devices')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('code_unneeded_until', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The devices on which a login of the customer needs no code. */
export const countRememberedDevices = async (db: Queries, userId: string, now: string): Promise<number> => {
  const { devices } = await db
    .selectFrom('known_devices')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('user_id', '=', userId)
    .where('code_unneeded_until', '>', now)
    .executeTakeFirstOrThrow()
  return devices
}

/** Makes all logins of the customer need a code again. */
export const forgetRememberedDevices = async (db: Queries, userId: string) => {
  await db
    .updateTable('known_devices')
    .set({ code_unneeded_until: null })
    .where('user_id', '=', userId)
    .where('code_unneeded_until', 'is not', null)
    .execute()
}

/** Makes all logins of all customers need a code again. */
export const forgetAllRememberedDevices = async (db: Queries) => {
  await db
    .updateTable('known_devices')
    .set({ code_unneeded_until: null })
    .where('code_unneeded_until', 'is not', null)
    .execute()
}
