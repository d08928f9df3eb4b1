import { hashOfSecret } from 'api/hashed-secret'
import type { Session } from 'contract/security'
import { revokeAccess } from './revoke-access'
import { staleBefore } from './sessions'
import { findSessionOfCustomer, sessionsOfCustomer } from './sessions.repository'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'

/** A signed-in customer, with the token of the session that asks. */
export interface Asking {
  userId: string
  session: string
}

/** Where a customer is signed in. */
export const sessionListService = ({ database }: Pick<UsersDeps, 'database'>) => ({
  /** Newest first. */
  async list({ userId, session, now }: Asking & { now: Date }): Promise<Session[]> {
    const current = hashOfSecret(session)
    const sessions = await sessionsOfCustomer(database.db, userId, staleBefore(now))
    return sessions.map(({ id, tokenHash, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      createdAt,
      lastSeenAt: lastUsedAt,
      current: tokenHash === current,
    }))
  },

  /** Ends one of the others, and what it may have started. Throws UserError (`no_session`, `current_session`). */
  async end({ userId, session, id, now }: Asking & { id: string; now: Date }) {
    const sessionRow = await findSessionOfCustomer(database.db, userId, id)
    if (!sessionRow) throw new UserError({ code: 'no_session' })
    if (sessionRow.tokenHash === hashOfSecret(session)) throw new UserError({ code: 'current_session' })
    const sessions = { only: sessionRow.tokenHash }
    await database.transaction((trx) => revokeAccess(trx, 'session-ended', { userId, sessions, now }))
  },

  /** Ends all but the one that asks, and what they may have started. */
  async endOthers({ userId, session, now }: Asking & { now: Date }) {
    const sessions = { except: hashOfSecret(session) }
    await database.transaction((trx) => revokeAccess(trx, 'other-sessions-ended', { userId, sessions, now }))
  },
})
