import type { Session } from 'contract/security'
import { sessionHash, staleBefore } from './sessions'
import {
  deleteOtherSessions,
  deleteSession,
  findSessionOfCustomer,
  sessionsOfCustomer,
} from './sessions.repository'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'

/** A signed-in customer, with the token of the session that asks. */
export interface Asking {
  userId: string
  session: string
}

/** Where a customer is signed in. */
export const sessionListService = ({ database: { db } }: Pick<UsersDeps, 'database'>) => ({
  /** Newest first. */
  async list({ userId, session, now }: Asking & { now: Date }): Promise<Session[]> {
    const current = sessionHash(session)
    const sessions = await sessionsOfCustomer(db, userId, staleBefore(now))
    return sessions.map(({ id, tokenHash, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      createdAt,
      lastSeenAt: lastUsedAt,
      current: tokenHash === current,
    }))
  },

  /** Ends one of the others. Throws UserError (`no_session`, `current_session`). */
  async end({ userId, session, id }: Asking & { id: string }) {
    const found = await findSessionOfCustomer(db, userId, id)
    if (!found) throw new UserError({ code: 'no_session' })
    if (found.tokenHash === sessionHash(session)) throw new UserError({ code: 'current_session' })
    await deleteSession(db, found.tokenHash)
  },

  async endOthers({ userId, session }: Asking) {
    await deleteOtherSessions(db, userId, sessionHash(session))
  },
})
