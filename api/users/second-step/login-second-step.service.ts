import type { Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import { DAY } from 'format/durations'
import { loginLimits } from '../login.service'
import { deviceHashOf, signIn } from '../sign-in'
import type { UsersDeps } from '../users.deps'
import { UserError } from '../users.errors'
import { findDeviceHashes, lockUser } from '../users.repository'
import { countCode, endWait, findWaitingCustomer, maxTries } from './awaited-code.repository'
import { readCode, spendCode, wrongCode } from './codes'
import { rememberDeviceUntil } from './remembered-devices.repository'

const rememberedForMs = 30 * DAY

interface CodeAttempt {
  /** The token in the answer to the password. */
  token: string
  code: string
  /** Whether the next logins on this device need no code. */
  rememberDevice: boolean
  visitor: Visitor
  /** The previous session of the same browser, which ends. */
  oldSession: string | null
  now: Date
}

/** The second step of a login. */
export const loginSecondStepService = ({ config, database, limiter, wakeJobs }: Omit<UsersDeps, 'hooks'>) => {
  /** Guesses from elsewhere don't lock a known device out. */
  const limitOf = async (userId: string, visitor: Visitor): Promise<LimitedUse> => {
    const device = deviceHashOf(visitor)
    const isKnown = device !== null && (await findDeviceHashes(database.db, userId)).includes(device)
    return isKnown
      ? { limit: 'secondStepPerCustomerAndDevice', by: [userId, device] }
      : { limit: 'secondStepPerCustomer', by: [userId] }
  }

  return {
    /**
     * Begins a session; returns its token and the customer. Codes are counted before they are checked, so that parallel
     * guesses can't exceed the limits. A right recovery code is accepted above the limit: it can't be guessed, and
     * guesses of strangers must not lock its owner out. Both kinds of code can remember the device: a recovery code
     * with the password could also turn the second step off. Throws UserError (`login_over`, `wrong_code`,
     * `wrong_recovery_code`).
     */
    async finish({ token, code, rememberDevice, visitor, oldSession, now }: CodeAttempt) {
      const { db } = database
      const userId = await findWaitingCustomer(db, token, now)
      if (userId === undefined) throw new UserError({ code: 'login_over' })
      const fittingCode = await readCode(db, config.secondStepKeys, { userId, code, now })
      const uses = fittingCode?.kind === 'recovery' ? [] : [await limitOf(userId, visitor)]
      if (uses.length > 0) await limiter.admit(uses, now)
      const tries = await countCode(db, token, now)
      if (tries === undefined) {
        await limiter.giveBack(uses)
        throw new UserError({ code: 'login_over' })
      }

      const login = await database.transaction(async (trx) => {
        const user = await lockUser(trx, userId)
        if (user && user.eraseAt !== null) throw new UserError({ code: 'login_over' })
        if (!user || !fittingCode || !(await spendCode(trx, fittingCode, now))) return null
        if (!(await endWait(trx, token))) throw new UserError({ code: 'login_over' })
        const session = await signIn(trx, config, { user, visitor, oldSession, now })
        const deviceHash = deviceHashOf(visitor)
        if (rememberDevice && deviceHash !== null) {
          const until = new Date(now.getTime() + rememberedForMs).toISOString()
          await rememberDeviceUntil(trx, { userId, deviceHash, until })
        }
        return { token: session, user }
      }, 'read committed')
      if (!login) throw tries < maxTries ? wrongCode(code) : new UserError({ code: 'login_over' })
      await limiter.giveBack(uses)
      await limiter.forget([loginLimits(login.user.email, visitor).perAccountAndAddress])
      wakeJobs()
      return login
    },
  }
}
