import { hashOfSecret } from 'api/hashed-secret'
import type { Session } from 'contract/security'
import { forgetRemembered } from './second-step/remembered-devices.repository'
import { dropSetup } from './second-step/second-step.repository'
import { staleBefore } from './sessions'
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

  /**
   * Ends one of the others, forgets every remembered device, as a session does not know which one is its own, and drops
   * a setup of the second step that it may have seen. Throws UserError (`no_session`, `current_session`).
   */
  async end({ userId, session, id }: Asking & { id: string }) {
    const found = await findSessionOfCustomer(database.db, userId, id)
    if (!found) throw new UserError({ code: 'no_session' })
    if (found.tokenHash === hashOfSecret(session)) throw new UserError({ code: 'current_session' })
    await database.transaction(async (trx) => {
      await deleteSession(trx, found.tokenHash)
      await dropSetup(trx, userId)
      await forgetRemembered(trx, userId)
    })
  },

  /** Forgets the remembered devices as well, also the one that asks, and drops a setup of the second step. */
  async endOthers({ userId, session }: Asking) {
    await database.transaction(async (trx) => {
      await deleteOtherSessions(trx, userId, hashOfSecret(session))
      await dropSetup(trx, userId)
      await forgetRemembered(trx, userId)
    })
  },
})
