import { hashOfSecret } from 'api/hashed-secret'
import type { Customer } from 'api/http/customer'
import { networkOf, type Visitor } from 'api/http/visitor'
import { type LimitedUse, releaseOnError } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { isSamePassword } from 'contract/users'
import { refuseCommonPassword, refuseEmailAsPassword } from './common-passwords'
import { type LetterRequest, requestLetter } from './letter-request'
import { knownDeviceLimit, loginLimits } from './login.service'
import { type MailedCode, peekAtToken, takeToken } from './mailed-tokens'
import { hashPassword, passwordFits } from './password-hash'
import { forgetRegistrations } from './registration-attempts.repository'
import { revokeAccess } from './revoke-access'
import { findSecondStep } from './second-step/second-step.repository'
import { beginSession, requireLiveSession } from './sessions'
import { findDeviceOfSession } from './sessions.repository'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { passwordChangedLetter } from './users.letters'
import { findDeviceHashes, findUser, lockUser, markVerified, updatePassword } from './users.repository'

/** Forgotten and changed passwords. */
export const passwordsService = ({ config, database, limiter, wakeJobs }: UsersDeps) => {
  /**
   * Begins a session for the second of two presses of a form: the first has set this password and ended the session of
   * both. Throws UserError (`wrong_old_password`) if another password was set.
   */
  const beginAfterOtherPress = async ({
    userId,
    password,
    device,
    uses,
    now,
  }: {
    userId: string
    password: string
    device: string | null
    uses: readonly LimitedUse[]
    now: Date
  }): Promise<string> => {
    const passwordHash = (await findUser(database.db, userId))?.passwordHash
    const isRight = await passwordFits(password, passwordHash).catch(releaseOnError(limiter, uses))
    return database.transaction(async (trx) => {
      const lockedUser = await lockUser(trx, userId)
      if (!isRight || lockedUser?.passwordHash !== passwordHash)
        throw new UserError({ code: 'wrong_old_password' })
      return beginSession(trx, { userId, device, now })
    })
  }

  /**
   * Checks that the session has ended, as the first of two presses does. A session may also end for other reasons, so
   * the password alone begins no session if a login needs a code. Throws UserError (`wrong_old_password`,
   * `no_customer`).
   */
  const requireEndedSession = async (userId: string, session: string) => {
    const { db } = database
    if (await findDeviceOfSession(db, hashOfSecret(session)))
      throw new UserError({ code: 'wrong_old_password' })
    const secondStep = await findSecondStep(db, userId)
    if (secondStep && secondStep.turnedOnAt !== null) throw new UserError({ code: 'no_customer' })
  }

  const letterOfChange = (userId: string, now: Date) => ({
    userId,
    letter: passwordChangedLetter(config),
    now,
  })

  return {
    /** Requests a letter, which is sent only to the address of a customer. The answer is always the same. */
    forget: (request: LetterRequest) => requestLetter({ database, limiter, wakeJobs }, 'reset', request),

    /**
     * Sets a new password by a mailed link. Ends all sessions and everything that they may have started, and resets the
     * login limits. The owner of the link owns the mailbox, so the address is verified. Throws UserError
     * (`common_password`, `password_is_email`, and as `takeToken`).
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
      refuseCommonPassword(password)
      const { db } = database
      const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
      await limiter.admit(uses, now)
      const { userId } = await peekAtToken(db, 'reset', mailed, now)
      const owner = await findUser(db, userId)
      if (owner) refuseEmailAsPassword(password, owner.email)
      const passwordHash = await hashPassword(password).catch(releaseOnError(limiter, uses))

      const user = await database.transaction(async (trx) => {
        await takeToken(trx, 'reset', mailed, now)
        await updatePassword(trx, userId, passwordHash)
        await markVerified(trx, userId, now.toISOString())
        await forgetRegistrations(trx, userId)
        await revokeAccess(trx, 'password-set-by-link', { userId, now })
        const changedUser = await findUser(trx, userId)
        if (changedUser) await enqueueLetter(trx, { to: changedUser.email, ...letterOfChange(userId, now) })
        return changedUser
      })
      wakeJobs()
      await limiter.giveBack(uses)
      if (!user) return
      const { perAccount, perAccountAndAddress } = loginLimits(user.email, visitor)
      const devices = await findDeviceHashes(database.db, user.id)
      const perDevice = devices.map((hash) => knownDeviceLimit(user.email, hash))
      await limiter.forget([perAccount, perAccountAndAddress, ...perDevice])
    },

    /**
     * Changes the password of a signed-in customer, ends all sessions and everything that they may have started, and
     * returns the token of a new session. Throws UserError (`common_password`, `password_is_email`, `same_password`,
     * `wrong_old_password`, `no_customer`).
     */
    async change({
      customer,
      session,
      oldPassword,
      password,
      visitor,
      now,
    }: {
      customer: Customer
      /** The token of the session that makes the call. */
      session: string
      oldPassword: string
      password: string
      visitor: Visitor
      now: Date
    }): Promise<string> {
      refuseCommonPassword(password)
      refuseEmailAsPassword(password, customer.email)
      if (isSamePassword(password, oldPassword)) throw new UserError({ code: 'same_password' })
      const uses: LimitedUse[] = [{ limit: 'oldPasswordPerCustomer', by: [customer.id] }]
      await limiter.admit(uses, now)
      const user = await findUser(database.db, customer.id)
      const isRight = await passwordFits(oldPassword, user?.passwordHash).catch(releaseOnError(limiter, uses))
      if (!isRight) await requireEndedSession(customer.id, session)
      const passwordHash = isRight && (await hashPassword(password).catch(releaseOnError(limiter, uses)))

      const newToken =
        passwordHash &&
        (await database.transaction(async (trx) => {
          const lockedUser = await lockUser(trx, customer.id)
          // Since the password was checked, another call may have changed it, or the session may have ended.
          if (lockedUser?.passwordHash !== user?.passwordHash) return null
          const currentSession = await requireLiveSession(trx, { userId: customer.id, session })
          await updatePassword(trx, customer.id, passwordHash)
          const device = visitor.device ?? currentSession.device
          await revokeAccess(trx, 'password-changed', { userId: customer.id, now })
          await enqueueLetter(trx, { to: customer.email, ...letterOfChange(customer.id, now) })
          return beginSession(trx, { userId: customer.id, device, now })
        }))
      const token =
        newToken ||
        (await beginAfterOtherPress({ userId: customer.id, password, device: visitor.device, uses, now }))
      wakeJobs()
      await limiter.giveBack(uses)
      return token
    },
  }
}

/**
 * Checks the password of a signed-in customer once more before a change that can't be undone. Wrong passwords count for
 * the limit of password changes. Throws UserError (`wrong_password`, `overloaded`) and LimitReached.
 */
export const checkPassword = async (
  { database, limiter }: Pick<UsersDeps, 'database' | 'limiter'>,
  { customer, password, now }: { customer: Pick<Customer, 'id'>; password: string; now: Date },
) => {
  const uses: LimitedUse[] = [{ limit: 'oldPasswordPerCustomer', by: [customer.id] }]
  await limiter.admit(uses, now)
  const user = await findUser(database.db, customer.id)
  const isRight = await passwordFits(password, user?.passwordHash).catch(releaseOnError(limiter, uses))
  if (!isRight) throw new UserError({ code: 'wrong_password' })
  await limiter.giveBack(uses)
}
