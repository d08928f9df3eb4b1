import type { Queries } from 'api/db/database'
import { deleteInBatches } from 'api/db/delete-in-batches'
import { preparedQuery } from 'api/db/prepared-query'

interface SessionRow {
  id: string
  name: string
  email: string
  phone: string | null
  emailVerifiedAt: string | null
  emailUndeliverableSince: string | null
  lastUsedAt: string
}

export const findSession = async (
  db: Queries,
  tokenHash: string,
  since: { usedSince: string; createdSince: string },
): Promise<SessionRow | undefined> => (await sessionsOf(db, { tokenHash, ...since }))[0]

type SessionQuery = { tokenHash: string; usedSince: string; createdSince: string }

const sessionsOf = preparedQuery((db, { tokenHash, usedSince, createdSince }: SessionQuery) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.email_verified_at as emailVerifiedAt',
      'users.email_undeliverable_since as emailUndeliverableSince',
      'sessions.last_used_at as lastUsedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '>', usedSince)
    .where('sessions.created_at', '>', createdSince)
    // A login may have begun just before its customer asked for deletion.
    .where('users.erase_at', 'is', null),
)

export const insertSession = async (
  db: Queries,
  session: { id: string; tokenHash: string; userId: string; device: string | null; now: string },
) => {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      device: session.device,
      created_at: session.now,
      last_used_at: session.now,
    })
    .execute()
}

/** Updates the last use of a session, unless it was used after `before`. */
export const touchSession = async (
  db: Queries,
  tokenHash: string,
  { before, now }: { before: string; now: string },
) => {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<=', before)
    .execute()
}

interface ListedSession {
  id: string
  tokenHash: string
  device: string | null
  createdAt: string
  lastUsedAt: string
}

const listedColumns = [
  'id',
  'token_hash as tokenHash',
  'device',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** The customer's sessions that have not ended, newest first. */
export const sessionsOfCustomer = (
  db: Queries,
  userId: string,
  { usedSince, createdSince }: { usedSince: string; createdSince: string },
): Promise<ListedSession[]> =>
  db
    .selectFrom('sessions')
    .select(listedColumns)
    .where('user_id', '=', userId)
    .where('last_used_at', '>', usedSince)
    .where('created_at', '>', createdSince)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const findSessionOfCustomer = (
  db: Queries,
  userId: string,
  id: string,
): Promise<ListedSession | undefined> =>
  db
    .selectFrom('sessions')
    .select(listedColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Undefined when the session has ended. */
export const findDeviceOfSession = (
  db: Queries,
  tokenHash: string,
): Promise<{ device: string | null } | undefined> =>
  db.selectFrom('sessions').select('device').where('token_hash', '=', tokenHash).executeTakeFirst()

export const deleteSession = async (db: Queries, tokenHash: string) => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Some of a customer's sessions, by the hash of the token. */
export type SessionSelection = { only: string } | { except: string }

/** Deletes the selected sessions of the customer; without a selection all. */
export const deleteSessionsOf = async (db: Queries, userId: string, selection?: SessionSelection) => {
  const all = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (!selection) await all.execute()
  else if ('only' in selection) await all.where('token_hash', '=', selection.only).execute()
  else await all.where('token_hash', '!=', selection.except).execute()
}

/** Returns how many there were. */
export const deleteSessionsBegunBy = (db: Queries, moment: string): Promise<number> =>
  deleteInBatches(db, { table: 'sessions', key: 'id', since: 'created_at', until: moment })

export const deleteStaleSessions = async (
  db: Queries,
  { usedSince, createdSince }: { usedSince: string; createdSince: string },
) => {
  // Two statements instead of "or": each condition has its own index.
  await deleteInBatches(db, { table: 'sessions', key: 'id', since: 'last_used_at', until: usedSince })
  await deleteInBatches(db, { table: 'sessions', key: 'id', since: 'created_at', until: createdSince })
}
