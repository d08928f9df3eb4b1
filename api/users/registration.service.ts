import { randomUUID } from 'node:crypto'
import { networkOf, type Visitor } from 'api/http/visitor'
import { claimKey } from 'api/idempotency/answer-once'
import type { KeyClaim } from 'api/idempotency/idempotency-keys.repository'
import { type LimitedUse, releaseOnError } from 'api/limits/limiter'
import type { Registration } from 'contract/users'
import { emailKey } from 'format/email'
import { refuseCommonPassword, refuseEmailAsPassword } from './common-passwords'
import { type LetterRequest, requestLetter } from './letter-request'
import { insertMailRequest } from './mail-requests.repository'
import { type MailedCode, takeVerifyToken } from './mailed-tokens'
import { hashPassword } from './password-hash'
import { forgetRegistrations, storeRegistrationAttempt } from './registration-attempts.repository'
import type { UsersDeps } from './users.deps'
import { fromJson, insertUser, markVerified, type RegistrationData, verifyAs } from './users.repository'

/** Registration and the verification of its address. */
export const registrationService = ({
  database,
  limiter,
  wakeJobs,
}: Pick<UsersDeps, 'database' | 'limiter' | 'wakeJobs'>) => ({
  /**
   * Does the same for a new and a taken address, and so does a later login. The owner of a taken address gets a
   * letter. Throws UserError (`common_password`, `password_is_email`).
   */
  async register({
    registration,
    visitor,
    claim,
    now,
  }: {
    registration: Registration
    visitor: Visitor
    claim: KeyClaim | null
    now: Date
  }) {
    const { email, name, phone, password, consentVersion } = registration
    refuseCommonPassword(password)
    refuseEmailAsPassword(password, email)
    const uses: LimitedUse[] = [
      { limit: 'registrationPerAddress', by: [networkOf(visitor.address)] },
      { limit: 'lettersPerEmail', by: ['registration', emailKey(email)] },
    ]
    await limiter.admit(uses, now)
    const registrationData: RegistrationData = {
      name,
      email,
      phone,
      passwordHash: await hashPassword(password).catch(releaseOnError(limiter, uses)),
      consentVersion: consentVersion ?? null,
      consentAt: now.toISOString(),
      consentAddress: visitor.address,
    }
    await database.transaction(async (trx) => {
      await claimKey(trx, claim)
      const address = { emailNormalized: emailKey(email), now: now.toISOString() }
      await insertUser(trx, { ...address, id: randomUUID(), registrationData })
      await storeRegistrationAttempt(trx, { ...address, passwordHash: registrationData.passwordHash })
      await insertMailRequest(trx, {
        kind: 'registration',
        email,
        registrationData,
        requestId: visitor.requestId,
        now,
      })
    }, 'read committed')
    wakeJobs()
  },

  /** Requests the verification letter once more. */
  requestVerification: (request: LetterRequest) =>
    requestLetter({ database, limiter, wakeJobs }, 'verify', request),

  /**
   * Verifies the address with the data of the registration that this letter belongs to: several people may have
   * registered the address, but only its owner can open the letter. A repeat within the link's 24 hours succeeds and
   * does nothing. Does not sign in.
   */
  async verify({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }] as const
    await limiter.admit(uses, now)
    await database.transaction(async (trx) => {
      const { userId, payload } = await takeVerifyToken(trx, mailed, now)
      const registrationData = fromJson(payload)
      const moment = now.toISOString()
      if (registrationData) await verifyAs(trx, userId, registrationData, moment)
      else await markVerified(trx, userId, moment)
      await forgetRegistrations(trx, userId)
    })
    await limiter.giveBack(uses)
  },
})
