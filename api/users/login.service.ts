import { createHash } from 'node:crypto'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { today } from 'format/dates'
import { passwordFits } from './password-hash'
import { beginSession, endSession } from './sessions'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { findUserByEmail, isKnownDevice, rememberDevice } from './users.repository'
import { emailKey } from './users.rules'

export interface LoginAttempt {
  email: string
  password: string
  visitor: Visitor
  /** The previous session of the same browser, which ends. */
  oldSession: string | null
  now: Date
}

const deviceHash = (deviceId: string) => createHash('sha256').update(deviceId).digest('base64url')

/** The limits that a failed login from this address counts for. */
export const loginLimits = (email: string, visitor: Visitor) => {
  const account = emailKey(email)
  const network = networkOf(visitor.address)
  return {
    perAccountAndAddress: { limit: 'loginPerAccountAndAddress', by: [account, network] },
    perAccount: { limit: 'loginPerAccount', by: [account] },
    perAddress: { limit: 'loginPerAddress', by: [network] },
  } satisfies Record<string, LimitedUse>
}

/** The limit that a failed login from a known device of this customer counts for. */
export const knownDeviceLimit = (email: string, hash: string): LimitedUse => ({
  limit: 'loginPerAccountAndDevice',
  by: [emailKey(email), hash],
})

export const loginService = ({
  config,
  database,
  limiter,
  hooks,
}: Pick<UsersDeps, 'config' | 'database' | 'limiter' | 'hooks'>) => ({
  /**
   * Begins a session; returns its token and the customer. Takes the same steps for known and unknown addresses. An
   * attempt is counted before the password is checked, so that parallel guesses can't exceed the limits. Throws UserError
   * (`wrong_credentials`; with the right password `email_not_verified`, `being_deleted`).
   */
  async login({ email, password, visitor, oldSession, now }: LoginAttempt) {
    const { db } = database
    const { perAccountAndAddress, perAccount, perAddress } = loginLimits(email, visitor)
    const device = visitor.deviceId === null ? null : deviceHash(visitor.deviceId)
    const known = device !== null && (await isKnownDevice(db, emailKey(email), device))
    // Failures of others, behind the same address or for the same account, don't lock a known device out.
    const uses: LimitedUse[] = known
      ? [knownDeviceLimit(email, device)]
      : [perAccountAndAddress, perAccount, perAddress]
    await limiter.admit(uses, now)

    const user = await findUserByEmail(db, emailKey(email))
    const fits = await passwordFits(password, user?.passwordHash).catch(async (error: unknown) => {
      await limiter.giveBack(uses)
      throw error
    })
    if (!user || !fits) throw new UserError({ code: 'wrong_credentials' })
    await limiter.giveBack(uses)
    if (user.emailVerifiedAt === null) throw new UserError({ code: 'email_not_verified' })
    if (user.eraseAt !== null) {
      await hooks.deletedCustomerLogsIn(user.id, now)
      throw new UserError({
        code: 'being_deleted',
        lastDay: today(config.timeZone, new Date(user.eraseAt)),
      })
    }

    await limiter.forget([perAccountAndAddress])
    const token = await database.transaction(async (trx) => {
      if (oldSession !== null) await endSession(trx, oldSession)
      if (device !== null) await rememberDevice(trx, user.id, device, now.toISOString())
      return beginSession(trx, { userId: user.id, device: visitor.device, now })
    }, 'read committed')
    return { token, user }
  },

  logout: (session: string) => endSession(database.db, session),
})
