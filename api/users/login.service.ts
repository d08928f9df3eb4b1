import { createHash } from 'node:crypto'
import { Refusal } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { problemCodes } from 'contract/problem'
import { passwordFits } from './password-hash'
import { beginSession, endSession } from './sessions'
import type { UsersDeps } from './users.deps'
import { findUserByEmail, isKnownDevice, rememberDevice } from './users.repository'
import { emailKey } from './users.rules'

export interface LoginAttempt {
  email: string
  password: string
  visitor: Visitor
  /** The session that the same browser came with, which ends. */
  oldSession: string | null
  now: Date
}

const wrongPair = () =>
  new Refusal(422, {
    message:
      'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.',
  })

const notVerified = () =>
  new Refusal(403, {
    code: problemCodes.emailNotVerified,
    message: 'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
  })

const lockedOut = 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.'

const deviceHash = (deviceId: string) => createHash('sha256').update(deviceId).digest('base64url')

/** The failures that a login by this address from this place counts as. */
export const loginLimits = (email: string, visitor: Visitor) => {
  const account = emailKey(email)
  const network = networkOf(visitor.address)
  return {
    perAccountAndAddress: { limit: 'loginPerAccountAndAddress', by: [account, network] },
    perAccount: { limit: 'loginPerAccount', by: [account] },
    perAddress: { limit: 'loginPerAddress', by: [network] },
  } satisfies Record<string, LimitedUse>
}

/** The failures of somebody who tries from a device that this customer has signed in from before. */
export const knownDeviceLimit = (email: string, hash: string): LimitedUse => ({
  limit: 'loginPerAccountAndDevice',
  by: [emailKey(email), hash],
})

/** Signing in and out. */
export const loginService = ({ database, limiter }: Pick<UsersDeps, 'database' | 'limiter'>) => ({
  /**
   * Begins a session and gives its token with the customer. Takes the same steps for a known and an unknown address.
   * Every attempt is counted before the password is looked at, so that parallel guesses can't outrun the limits.
   */
  async login({ email, password, visitor, oldSession, now }: LoginAttempt) {
    const { db } = database
    const { perAccountAndAddress, perAccount, perAddress } = loginLimits(email, visitor)
    const device = visitor.deviceId === null ? null : deviceHash(visitor.deviceId)
    const known = device !== null && (await isKnownDevice(db, emailKey(email), device))
    // What others do behind the same address, or from anywhere with the account, keeps no known device out.
    const uses: LimitedUse[] = known
      ? [knownDeviceLimit(email, device)]
      : [perAccountAndAddress, perAccount, perAddress]
    await limiter.admit(uses, now, lockedOut)

    const user = await findUserByEmail(db, emailKey(email))
    const fits = await passwordFits(password, user?.passwordHash).catch(async (error: unknown) => {
      await limiter.giveBack(uses)
      throw error
    })
    if (!user || !fits) throw wrongPair()
    await limiter.giveBack(uses)
    if (user.emailVerifiedAt === null) throw notVerified()

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
