import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { issueToken, type MailedCode, takeToken } from './mailed-tokens'
import { revokeAccess } from './revoke-access'
import type { UsersDeps } from './users.deps'
import { passwordResetLetter } from './users.letters'
import { findUser, forgetDevice } from './users.repository'

/** The answer to the letter about a new device. */
export const notMeService = ({ config, database, limiter, hooks, wakeJobs }: UsersDeps) => ({
  /**
   * Ends all sessions and what they may have started, forgets the device, and has a reset letter sent; to a customer who
   * is being deleted, the letter that undoes it instead. Both go to the customer's address: the visitor who used the link
   * gets nothing here. Throws UserError as `takeToken`.
   */
  async report({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
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
      await enqueueLetter(trx, { to: user.email, userId: user.id, kind: 'password-reset', letter, now })
      return null
    })
    if (deleted !== null) await hooks.deletedCustomerReturns(deleted, now)
    wakeJobs()
    await limiter.giveBack(uses)
  },
})
