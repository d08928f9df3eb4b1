import type { Customer } from 'api/http/customer'
import { fieldsRefused } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import { claimKey } from 'api/idempotency/answer-once'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { AskedLetter } from './asked-letter'
import { knownDeviceLimit, loginLimits } from './login.service'
import { insertMailRequest } from './mail-requests.repository'
import { type MailedCode, peekAtToken, takeToken } from './mailed-tokens'
import { forgetPayloads, voidTokens } from './mailed-tokens.repository'
import { hashPassword, passwordFits } from './password-hash'
import { passwordChangedLetter } from './passwords.letters'
import { beginSession, endSessionsOf } from './sessions'
import type { UsersDeps } from './users.deps'
import { findUser, knownDevicesOf, markVerified, updatePassword } from './users.repository'
import { emailKey, passwordIsEmail, passwordSuits } from './users.rules'

const refuseEmailAsPassword = (password: string, email: string) => {
  if (!passwordSuits(password, email)) throw fieldsRefused({ password: [passwordIsEmail] })
}

/** A forgotten password and a changed one. */
export const passwordsService = ({ config, database, limiter, wakeJobs }: UsersDeps) => {
  const letterOfChange = (now: Date) => ({
    kind: 'password-changed',
    letter: passwordChangedLetter(config),
    now,
  })

  return {
    /** Has a letter sent, if the address is a customer's; does the same if it is not. */
    async forget({ email, visitor, claim, now }: AskedLetter) {
      await limiter.admit(
        [
          { limit: 'lettersPerAddress', by: [networkOf(visitor.address)] },
          { limit: 'lettersPerEmail', by: ['reset', emailKey(email)] },
        ],
        now,
      )
      await database.transaction(async (trx) => {
        await claimKey(trx, claim)
        await insertMailRequest(trx, { kind: 'reset', email, now })
      }, 'read committed')
      wakeJobs()
    },

    /**
     * Sets a new password by a mailed link. Ends every session and every other way in that was mailed before, and
     * lifts the lock that guessing may have brought. Who has the link has the mailbox: the address is verified.
     */
    async setByLink({
      mailed,
      password,
      visitor,
      now,
    }: {
      mailed: MailedCode
      password: string
      visitor: Visitor
      now: Date
    }) {
      const { db } = database
      const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
      await limiter.admit(uses, now)
      const { userId } = await peekAtToken(db, 'reset', mailed, now)
      const owner = await findUser(db, userId)
      if (owner) refuseEmailAsPassword(password, owner.email)
      const passwordHash = await hashPassword(password)

      const user = await database.transaction(async (trx) => {
        await takeToken(trx, 'reset', mailed, now)
        await updatePassword(trx, userId, passwordHash)
        await markVerified(trx, userId, now.toISOString())
        await forgetPayloads(trx, userId, 'verify')
        await endSessionsOf(trx, userId)
        await voidTokens(trx, { userId, purposes: ['reset', 'change-email'], now: now.toISOString() })
        const changed = await findUser(trx, userId)
        if (changed) await enqueueLetter(trx, { to: changed.email, ...letterOfChange(now) })
        return changed
      })
      wakeJobs()
      await limiter.giveBack(uses)
      if (!user) return
      const { perAccount, perAccountAndAddress } = loginLimits(user.email, visitor)
      const devices = await knownDevicesOf(database.db, user.id)
      const perDevice = devices.map((hash) => knownDeviceLimit(user.email, hash))
      await limiter.forget([perAccount, perAccountAndAddress, ...perDevice])
    },

    /** Changes the password of a signed-in customer, ends all sessions and gives the token of a new one. */
    async change({
      customer,
      oldPassword,
      password,
      visitor,
      now,
    }: {
      customer: Customer
      oldPassword: string
      password: string
      visitor: Visitor
      now: Date
    }): Promise<string> {
      refuseEmailAsPassword(password, customer.email)
      const uses: LimitedUse[] = [{ limit: 'oldPasswordPerCustomer', by: [customer.id] }]
      await limiter.admit(uses, now)
      const user = await findUser(database.db, customer.id)
      if (!(await passwordFits(oldPassword, user?.passwordHash))) {
        throw fieldsRefused({ password_old: ['Нынешний пароль введён неверно.'] })
      }
      const passwordHash = await hashPassword(password)

      const token = await database.transaction(async (trx) => {
        await updatePassword(trx, customer.id, passwordHash)
        await endSessionsOf(trx, customer.id)
        await voidTokens(trx, { userId: customer.id, purposes: ['reset'], now: now.toISOString() })
        await enqueueLetter(trx, { to: customer.email, ...letterOfChange(now) })
        return beginSession(trx, { userId: customer.id, device: visitor.device, now })
      })
      wakeJobs()
      await limiter.giveBack(uses)
      return token
    },
  }
}
