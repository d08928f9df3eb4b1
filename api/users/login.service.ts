import type { Queries } from 'api/db/database'
import { networkOf, type Visitor } from 'api/http/visitor'
import { type LimitedUse, releaseOnError } from 'api/limits/limiter'
import { today } from 'format/dates'
import { emailKey } from 'format/email'
import { passwordFits } from './password-hash'
import { findAttemptHash } from './registration-attempts.repository'
import { awaitCode } from './second-step/awaited-code.repository'
import { touchRememberedDevice } from './second-step/remembered-devices.repository'
import { findSecondStep } from './second-step/second-step.repository'
import { endSession } from './sessions'
import { deviceHashOf, signIn } from './sign-in'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { findUserByEmail, isKnownDevice, lockUser } from './users.repository'

interface LoginAttempt {
  email: string
  password: string
  visitor: Visitor
  /** The previous session of the same browser, which ends. */
  oldSession: string | null
  now: Date
}

/** The limits that count a failed login from this address. */
export const loginLimits = (email: string, visitor: Visitor) => {
  const account = emailKey(email)
  const network = networkOf(visitor.address)
  return {
    perAccountAndAddress: { limit: 'loginPerAccountAndAddress', by: [account, network] },
    perAccount: { limit: 'loginPerAccount', by: [account] },
    perAddress: { limit: 'loginPerAddress', by: [network] },
  } satisfies Record<string, LimitedUse>
}

/** The limit that counts a failed login from a known device of this customer. */
export const knownDeviceLimit = (email: string, hash: string): LimitedUse => ({
  limit: 'loginPerAccountAndDevice',
  by: [emailKey(email), hash],
})

const beingDeleted = (eraseAt: string, { timeZone }: UsersDeps['config']) =>
  new UserError({ code: 'being_deleted', lastDay: today(timeZone, new Date(eraseAt)) })

const isRemembered = async (
  trx: Queries,
  { userId, device, now }: { userId: string; device: string | null; now: Date },
): Promise<boolean> =>
  device !== null &&
  (await touchRememberedDevice(trx, { userId, deviceHash: device, now: now.toISOString() }))

export const loginService = ({ config, database, limiter, hooks, wakeJobs }: UsersDeps) => ({
  /**
   * Begins a session; returns its token and the customer. Takes the same steps for known and unknown addresses. An
   * attempt is counted before the password is checked, so that parallel guesses can't exceed the limits. Throws
   * UserError: `wrong_credentials`; `email_not_verified` with the password of an unconfirmed registration, also of a
   * taken address; with the right password `being_deleted`, or `second_step` if this device needs a code.
   */
  async login({ email, password, visitor, oldSession, now }: LoginAttempt) {
    const { db } = database
    const { perAccountAndAddress, perAccount, perAddress } = loginLimits(email, visitor)
    const device = deviceHashOf(visitor)
    const isKnown = device !== null && (await isKnownDevice(db, emailKey(email), device))
    // Failures of others, behind the same address or for the same account, don't lock a known device out.
    const uses: LimitedUse[] = isKnown
      ? [knownDeviceLimit(email, device)]
      : [perAccountAndAddress, perAccount, perAddress]
    await limiter.admit(uses, now)

    const customer = await findUserByEmail(db, emailKey(email))
    const attemptHash = await findAttemptHash(db, emailKey(email))
    const checkHash = (hash: string | undefined) =>
      passwordFits(password, hash).catch(releaseOnError(limiter, uses))
    const isRight = await checkHash(customer?.passwordHash)
    if (!customer || !isRight || customer.emailVerifiedAt === null) {
      // A registered address always takes two hashes, so that the time does not tell whether it was taken.
      const isRightForAttempt = attemptHash !== undefined && (await checkHash(attemptHash))
      if (!isRight && !isRightForAttempt) throw new UserError({ code: 'wrong_credentials' })
      await limiter.giveBack(uses)
      throw new UserError({ code: 'email_not_verified' })
    }
    await limiter.giveBack(uses)
    if (customer.eraseAt !== null) {
      await hooks.deletedCustomerReturns(customer.id, now)
      throw beingDeleted(customer.eraseAt, config)
    }

    const login = await database.transaction(async (trx) => {
      const user = await lockUser(trx, customer.id)
      // The password was changed meanwhile: all sessions of the old one have ended.
      if (user?.passwordHash !== customer.passwordHash) throw new UserError({ code: 'wrong_credentials' })
      if (user.eraseAt !== null) throw beingDeleted(user.eraseAt, config)
      const secondStep = await findSecondStep(trx, user.id)
      const isOn = secondStep !== undefined && secondStep.turnedOnAt !== null
      if (isOn && !(await isRemembered(trx, { userId: user.id, device, now }))) {
        return { isDone: false, token: await awaitCode(trx, user.id, now), user }
      }
      return { isDone: true, token: await signIn(trx, config, { user, visitor, oldSession, now }), user }
    }, 'read committed')
    if (!login.isDone) throw new UserError({ code: 'second_step', token: login.token })
    await limiter.forget([perAccountAndAddress])
    wakeJobs()
    return { token: login.token, user: login.user }
  },

  async logout(session: string) {
    await endSession(database.db, session)
  },
})
