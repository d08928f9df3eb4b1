import { accountsSeenBy, type Viewer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { UnreadMeter } from './readings.letters'

export const hasReminder = async (db: Queries, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('reading_reminders')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** `remindedOf`: the last day of the window that needs no letter any more. A repeat changes nothing. */
export const storeReminder = async (
  db: Queries,
  { userId, now, remindedOf }: { userId: string; now: string; remindedOf: string | null },
) => {
  await db
    .insertInto('reading_reminders')
    .values({ user_id: userId, asked_at: now, reminded_of: remindedOf })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

export const deleteReminder = async (db: Queries, userId: string) => {
  await db.deleteFrom('reading_reminders').where('user_id', '=', userId).execute()
}

/** Customers who are to be reminded of the window that ends on a day. Leaves out customers who are being deleted. */
export const findCustomersToRemind = async (
  db: Queries,
  windowTo: string,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('reading_reminders')
    .innerJoin('users', 'users.id', 'reading_reminders.user_id')
    .select('user_id')
    .where('users.deletion_asked_at', 'is', null)
    .where((eb) => eb.or([eb('reminded_of', 'is', null), eb('reminded_of', '<', windowTo)]))
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Marks the customer as reminded, in one statement. Returns false if another process was first, or is doing it. */
export const claimReminder = async (trx: Queries, userId: string, windowTo: string): Promise<boolean> => {
  const row = await trx
    .updateTable('reading_reminders')
    .set({ reminded_of: windowTo })
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('reading_reminders')
        .select('user_id')
        .where('user_id', '=', userId)
        .where((where) => where.or([where('reminded_of', 'is', null), where('reminded_of', '<', windowTo)]))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The meters in use on a day that nobody has read in its month, of accounts for which the customer may send readings.
 */
export const findUnreadMeters = (
  db: Queries,
  { day, ...viewer }: Viewer & { day: string },
): Promise<UnreadMeter[]> =>
  db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('meters', 'meters.account', 'seen.account')
    .select(['meters.account', 'seen.title as ownTitle', 'meters.service', 'meters.place'])
    .where('seen.readings', '=', 1)
    .where((eb) => eb.or([eb('meters.closed_on', 'is', null), eb('meters.closed_on', '>', day)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('meter_readings')
            .select('meter_readings.id')
            .whereRef('meter_readings.meter_id', '=', 'meters.id')
            .where('meter_readings.period', '=', day.slice(0, 7))
            .where('meter_readings.source', '!=', 'estimated'),
        ),
      ),
    )
    .orderBy('seen.added_at')
    .orderBy('meters.account')
    .orderBy('meters.position')
    .orderBy('meters.id')
    .execute()

export const findEmailOf = async (db: Queries, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email
