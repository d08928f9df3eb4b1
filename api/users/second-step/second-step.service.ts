import type { Customer } from 'api/http/customer'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { SecondStepState } from 'contract/security'
import { MINUTE } from 'format/durations'
import { checkPassword } from '../passwords.service'
import { revokeAccess } from '../revoke-access'
import { requireLiveSession } from '../sessions'
import type { UsersDeps } from '../users.deps'
import { UserError } from '../users.errors'
import { secondStepOffLetter, secondStepOnLetter } from '../users.letters'
import {
  newRecoveryCodes,
  newTotpSecret,
  openSecret,
  otpauthUrl,
  readCode,
  recoveryCodeHash,
  sealSecret,
  spendCode,
  stepOfCode,
  wrongCode,
} from './codes'
import { countRememberedDevices } from './remembered-devices.repository'
import {
  beginSetup,
  countRecoveryCodes,
  findSecondStep,
  isSecondStepOn,
  storeRecoveryCodes,
  turnOn,
} from './second-step.repository'

const setupValidForMs = 10 * MINUTE

/** Turns the second step of the logins on and off. */
export const secondStepService = ({ config, database, limiter, wakeJobs }: Omit<UsersDeps, 'hooks'>) => {
  const keys = config.secondStepKeys

  const changeLimit = (customer: Customer): LimitedUse[] => [
    { limit: 'secondStepChangesPerCustomer', by: [customer.id] },
  ]

  return {
    async state(customer: Customer, now: Date): Promise<SecondStepState> {
      const { db } = database
      if (!(await isSecondStepOn(db, customer.id))) return { enabled: false, recoveryCodesLeft: 0 }
      const rememberedDevices = await countRememberedDevices(db, customer.id, now.toISOString())
      return {
        enabled: true,
        recoveryCodesLeft: await countRecoveryCodes(db, customer.id),
        ...(rememberedDevices > 0 && { rememberedDevices }),
      }
    },

    /**
     * Returns a secret, the same for ten minutes. Throws UserError (`wrong_password`, `second_step_on`, `no_customer`).
     */
    async setUp({
      customer,
      session,
      password,
      now,
    }: {
      customer: Customer
      /** The token of the session that makes the call. */
      session: string
      password: string
      now: Date
    }) {
      await checkPassword({ database, limiter }, { customer, password, now })
      const userId = customer.id
      const sealedSecret = await sealSecret(keys, { userId, secret: newTotpSecret() })
      const row = await database.transaction(async (trx) => {
        await requireLiveSession(trx, { userId, session })
        await beginSetup(trx, {
          userId,
          secret: sealedSecret,
          expiresAt: new Date(now.getTime() + setupValidForMs).toISOString(),
          now: now.toISOString(),
        })
        return findSecondStep(trx, userId)
      }, 'read committed')
      if (!row) throw new UserError({ code: 'setup_over' })
      if (row.turnedOnAt !== null) throw new UserError({ code: 'second_step_on' })
      const secret = await openSecret(keys, { userId, stored: row.secret })
      return {
        secret,
        otpauthUrl: otpauthUrl(secret, { issuer: config.company().shortName, label: customer.email }),
      }
    },

    /**
     * Turns the second step on; returns the recovery codes, which are stored only as hashes. Throws UserError
     * (`second_step_on`, `setup_over`, `wrong_code`).
     */
    async confirm({ customer, code, now }: { customer: Customer; code: string; now: Date }) {
      const { db } = database
      const userId = customer.id
      const moment = now.toISOString()
      const row = await findSecondStep(db, userId)
      if (row && row.turnedOnAt !== null) throw new UserError({ code: 'second_step_on' })
      if (!row || row.setupExpiresAt <= moment) throw new UserError({ code: 'setup_over' })
      const uses = changeLimit(customer)
      await limiter.admit(uses, now)
      const secret = await openSecret(keys, { userId, stored: row.secret })
      const step = stepOfCode(secret, code.replace(/\s/g, ''), now)
      if (step === null) throw new UserError({ code: 'wrong_code' })
      const recoveryCodes = newRecoveryCodes()
      await database.transaction(async (trx) => {
        if (!(await turnOn(trx, { userId, secret: row.secret, step, now: moment }))) {
          // Either a second press of the button, or the setup was dropped or replaced meanwhile.
          throw new UserError({ code: (await isSecondStepOn(trx, userId)) ? 'second_step_on' : 'setup_over' })
        }
        await revokeAccess(trx, 'second-step-on', { userId, now })
        const hashes = recoveryCodes.map((recoveryCode) => recoveryCodeHash(userId, recoveryCode))
        await storeRecoveryCodes(trx, { userId, hashes, now: moment })
        const letter = secondStepOnLetter(config)
        await enqueueLetter(trx, {
          to: customer.email,
          userId: customer.id,
          letter,
          now,
        })
      }, 'read committed')
      wakeJobs()
      await limiter.giveBack(uses)
      return recoveryCodes
    },

    /** Throws UserError (`wrong_password`, `second_step_off`, `wrong_code`, `wrong_recovery_code`). */
    async turnOff({
      customer,
      password,
      code,
      now,
    }: {
      customer: Customer
      password: string
      code: string
      now: Date
    }) {
      const userId = customer.id
      await checkPassword({ database, limiter }, { customer, password, now })
      if (!(await isSecondStepOn(database.db, userId))) throw new UserError({ code: 'second_step_off' })
      const uses = changeLimit(customer)
      await limiter.admit(uses, now)
      const fittingCode = await readCode(database.db, keys, { userId, code, now })
      const isOff = await database.transaction(async (trx) => {
        if (!fittingCode || !(await spendCode(trx, fittingCode, now))) return false
        await revokeAccess(trx, 'second-step-off', { userId, now })
        const letter = secondStepOffLetter(config)
        await enqueueLetter(trx, {
          to: customer.email,
          userId: customer.id,
          letter,
          now,
        })
        return true
      }, 'read committed')
      if (!isOff) throw wrongCode(code)
      wakeJobs()
      await limiter.giveBack(uses)
    },
  }
}
