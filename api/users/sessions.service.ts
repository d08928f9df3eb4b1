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

/** A signed-in customer, with the token of the session that makes the call. */
interface SignedIn {
  userId: string
  session: string
}

/** The sessions of a customer, and reports of logins that were not theirs. */
export const sessionsService = ({ config, database, limiter, hooks, wakeJobs }: UsersDeps) => ({
  /** Newest first. */
  async list({ userId, session, now }: SignedIn & { now: Date }): Promise<Session[]> {
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
   * Ends another session and everything that it may have started. Throws UserError (`no_session`, `current_session`).
   */
  async end({ userId, session, id, now }: SignedIn & { id: string; now: Date }) {
    const sessionRow = await findSessionOfCustomer(database.db, userId, id)
    if (!sessionRow) throw new UserError({ code: 'no_session' })
    if (sessionRow.tokenHash === hashOfSecret(session)) throw new UserError({ code: 'current_session' })
    const sessions = { only: sessionRow.tokenHash }
    await database.transaction((trx) => revokeAccess(trx, 'session-ended', { userId, sessions, now }))
  },

  /** Ends all sessions but the current one, and everything that they may have started. */
  async endOthers({ userId, session, now }: SignedIn & { now: Date }) {
    const sessions = { except: hashOfSecret(session) }
    await database.transaction((trx) => revokeAccess(trx, 'other-sessions-ended', { userId, sessions, now }))
  },

  /**
   * Ends all sessions and everything that they may have started, forgets the device, and sends a reset letter. A
   * customer who is being deleted gets the letter with the undo link instead. Both letters go to the customer's
   * address: the visitor who used the link gets nothing. Throws UserError like `takeToken`.
   */
  async reportLogin({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const deletedUserId = await database.transaction(async (trx) => {
      const { userId, payload: device } = await takeToken(trx, 'not-me', mailed, now)
      await revokeAccess(trx, 'login-reported', { userId, now })
      if (device !== null) await forgetDevice(trx, userId, device)
      const user = await findUser(trx, userId)
      if (!user) return null
      // The deletion, perhaps requested by the stranger, has to be undone before a new password is of use.
      if (user.eraseAt !== null) return userId
      const link = await issueToken(trx, { purpose: 'reset', userId, now })
      const letter = passwordResetLetter(config, link)
      await enqueueLetter(trx, { to: user.email, userId: user.id, letter, now })
      return null
    })
    if (deletedUserId !== null) await hooks.deletedCustomerReturns(deletedUserId, now)
    wakeJobs()
    await limiter.giveBack(uses)
  },
})
