import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import { hashOfSecret, newSecret } from 'api/hashed-secret'
import type { Customer } from 'api/http/customer'
import { DAY, MINUTE } from 'format/durations'
import {
  deleteSession,
  findDeviceOfSession,
  findSession,
  insertSession,
  touchSession,
} from './sessions.repository'
import { UserError } from './users.errors'
import { lockUser, type UserRow } from './users.repository'

const idleLimitMs = 30 * DAY
const ageLimitMs = 90 * DAY
/** The last use is stored at most once in this time: a write for every page would cost too much. */
const touchEveryMs = MINUTE

export const staleBefore = (now: Date) => ({
  usedSince: new Date(now.getTime() - idleLimitMs).toISOString(),
  createdSince: new Date(now.getTime() - ageLimitMs).toISOString(),
})

export const asUser = (
  row: Pick<UserRow, 'id' | 'name' | 'email' | 'phone' | 'emailVerifiedAt' | 'emailUndeliverableSince'>,
): Customer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  emailVerified: row.emailVerifiedAt !== null,
  ...(row.emailUndeliverableSince !== null && { emailUndeliverable: true }),
})

/** The customer of a session: valid for 30 days after its last use, at most 90. Updates the last use. */
export const authenticate = async (
  { db }: Pick<Database, 'db'>,
  token: string,
  now: Date,
): Promise<Customer | null> => {
  const tokenHash = hashOfSecret(token)
  const sessionRow = await findSession(db, tokenHash, staleBefore(now))
  if (!sessionRow) return null
  const before = new Date(now.getTime() - touchEveryMs).toISOString()
  if (sessionRow.lastUsedAt <= before) await touchSession(db, tokenHash, { before, now: now.toISOString() })
  return asUser(sessionRow)
}

/** Begins a session and returns its token; only a hash of the token is stored. */
export const beginSession = async (
  db: Queries,
  { userId, device, now }: { userId: string; device: string | null; now: Date },
): Promise<string> => {
  const token = newSecret()
  await insertSession(db, {
    id: randomUUID(),
    tokenHash: hashOfSecret(token),
    userId,
    device,
    now: now.toISOString(),
  })
  return token
}

export const endSession = (db: Queries, token: string) => deleteSession(db, hashOfSecret(token))

/**
 * Locks the customer and checks that the session has not ended since the call began. So `revokeAccess` either ends what
 * the call creates, or the call creates nothing. Throws UserError (`no_customer`).
 */
export const requireLiveSession = async (
  trx: Queries,
  { userId, session }: { userId: string; session: string },
): Promise<{ device: string | null }> => {
  await lockUser(trx, userId)
  const sessionDevice = await findDeviceOfSession(trx, hashOfSecret(session))
  if (!sessionDevice) throw new UserError({ code: 'no_customer' })
  return sessionDevice
}
