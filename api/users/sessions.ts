import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import { hashOfSecret, newSecret } from 'api/hashed-secret'
import type { Customer } from 'api/http/customer'
import { DAY, MINUTE } from 'format/durations'
import { forgetAllRemembered, forgetRemembered } from './second-step/remembered-devices.repository'
import {
  deleteAllLogins,
  deleteLoginsOf,
  dropAllSetups,
  dropSetup,
} from './second-step/second-step.repository'
import {
  deleteSession,
  deleteSessionsBegunBy,
  deleteSessionsOf,
  findSession,
  insertSession,
  touchSession,
} from './sessions.repository'
import { asUser } from './user-view'

const idleLimit = 30 * DAY
const ageLimit = 90 * DAY
/** A write for every page would cost more than the precision is worth. */
const touchEvery = MINUTE

export const staleBefore = (now: Date) => ({
  usedSince: new Date(now.getTime() - idleLimit).toISOString(),
  createdSince: new Date(now.getTime() - ageLimit).toISOString(),
})

/** The customer of a session: valid for 30 days after its last use, at most 90. Updates the last use. */
export const authenticate = async (
  { db }: Pick<Database, 'db'>,
  token: string,
  now: Date,
): Promise<Customer | null> => {
  const tokenHash = hashOfSecret(token)
  const found = await findSession(db, tokenHash, staleBefore(now))
  if (!found) return null
  const before = new Date(now.getTime() - touchEvery).toISOString()
  if (found.lastUsedAt <= before) await touchSession(db, tokenHash, { before, now: now.toISOString() })
  return asUser(found)
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
 * Ends also the logins that still wait for a code, as their password may be the old one, and the setup of a second
 * step, whose secret one of the sessions may have seen. Remembered devices are forgotten last, so that no login
 * remembers one afterwards.
 */
export const endSessionsOf = async (db: Queries, userId: string) => {
  await deleteSessionsOf(db, userId)
  await deleteLoginsOf(db, userId)
  await dropSetup(db, userId)
  await forgetRemembered(db, userId)
}

/** The clock of another replica may be ahead by less. */
const clocksDiffer = MINUTE

/**
 * Signs everybody out, forgets every remembered device, and drops the setups of a second step; returns how many sessions
 * ended. Not in one transaction: a run that was stopped midway is repeated.
 */
export const endAllSessions = async ({ db }: Pick<Database, 'db'>, now: Date): Promise<number> => {
  // First, so that none of them becomes a session after the sessions are deleted.
  await deleteAllLogins(db)
  await forgetAllRemembered(db)
  const ended = await deleteSessionsBegunBy(db, new Date(now.getTime() + clocksDiffer).toISOString())
  // Last: a session could show its secret again until it ended.
  await dropAllSetups(db)
  return ended
}
