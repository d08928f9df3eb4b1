import { hashOfSecret } from 'api/hashed-secret'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { Session } from 'contract/security'
import { issueToken, type MailedCode, takeToken } from './mailed-tokens'
import { revokeAccess } from './revoke-access'
import { staleBefore } from './sessions'
import { findSessionOfCustomer, sessionsOfCustomer } from './sessions.repository'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { passwordResetLetter } from './users.letters'
import { findUser, forgetDevice } from './users.repository'

/** A signed-in customer, with the token of the session that asks. */
interface Asking {
  userId: string
  session: string
}

/** Where a customer is signed in, and the answer to the letter about a new device. */
export const sessionsService = ({ config, database, limiter, hooks, wakeJobs }: UsersDeps) => ({
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

  /**
   * Ends all sessions and what they may have started, forgets the device, and has a reset letter sent; to a customer who
   * is being deleted, the letter that undoes it instead. Both go to the customer's address: the visitor who used the link
   * gets nothing here. Throws UserError as `takeToken`.
   */
  async reportLogin({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const deleted = await database.transaction(async (trx) => {
      const { userId, payload: device } = await takeToken(trx, 'not-me', mailed, now)
      await revokeAccess(trx, 'login-reported', { userId, now })
      if (device !== null) await forgetDevice(trx, userId, device)
      const user = await findUser(trx, userId)
      if (!user) return null
      // A new password would be of no use before the deletion, perhaps the stranger's, is undone.
      if (user.eraseAt !== null) return userId
      const link = await issueToken(trx, { purpose: 'reset', userId, now })
      const letter = passwordResetLetter(config, link)
      await enqueueLetter(trx, { to: user.email, userId: user.id, letter, now })
      return null
    })
    if (deleted !== null) await hooks.deletedCustomerReturns(deleted, now)
    wakeJobs()
    await limiter.giveBack(uses)
  },
})
