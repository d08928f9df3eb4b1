import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { issueToken, type MailedCode, takeToken } from './mailed-tokens'
import { voidTokens } from './mailed-tokens.repository'
import { passwordResetLetter } from './passwords.letters'
import { endSessionsOf } from './sessions'
import type { UsersDeps } from './users.deps'
import { findUser, forgetDevice } from './users.repository'

/** The answer to the letter about a new device. */
export const notMeService = ({ config, database, limiter, wakeJobs }: Omit<UsersDeps, 'hooks'>) => ({
  /**
   * Ends all sessions, forgets the device, voids links of a change of password or address that were mailed before, and
   * has a reset letter sent. Throws UserError as `takeToken`.
   */
  async report({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    await database.transaction(async (trx) => {
      const { userId, payload: device } = await takeToken(trx, 'not-me', mailed, now)
      await endSessionsOf(trx, userId)
      if (device !== null) await forgetDevice(trx, userId, device)
      await voidTokens(trx, { userId, purposes: ['change-email', 'reset'], now: now.toISOString() })
      const user = await findUser(trx, userId)
      // A customer who is being deleted has the link that undoes it.
      if (!user || user.eraseAt !== null) return
      const link = await issueToken(trx, { purpose: 'reset', userId, now })
      const letter = passwordResetLetter(config, link)
      await enqueueLetter(trx, { to: user.email, userId: user.id, kind: 'password-reset', letter, now })
    })
    wakeJobs()
    await limiter.giveBack(uses)
  },
})
