import type { Queries } from 'api/db/database'
import type { Customer } from 'api/http/customer'
import { fieldsRefused, Refusal, signedOut } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import { claimKey } from 'api/idempotency/answer-once'
import type { KeyClaim } from 'api/idempotency/idempotent-request'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { emailChangedLetter } from './email-change.letters'
import { insertMailRequest } from './mail-requests.repository'
import { issueToken, type MailedCode, takeToken } from './mailed-tokens'
import { voidTokens } from './mailed-tokens.repository'
import { endSessionsOf } from './sessions'
import type { UsersDeps } from './users.deps'
import { deleteUnverified, findUser, findUserByEmail, type UserRow, updateEmail } from './users.repository'
import { emailKey } from './users.rules'

/** A new e-mail address: asked for, confirmed from the new mailbox, undone from the old one. */
export const emailChangeService = ({ config, database, limiter, wakeJobs }: UsersDeps) => ({
  /** Has the letters sent: to the new address a link to confirm it, to the old one a way to undo. */
  async request({
    customer,
    email,
    claim,
    now,
  }: {
    customer: Customer
    email: string
    claim: KeyClaim | null
    now: Date
  }) {
    if (emailKey(email) === emailKey(customer.email)) {
      throw fieldsRefused({ email: ['Это ваш нынешний адрес. Укажите новый.'] })
    }
    await limiter.admit(
      [
        { limit: 'emailChangesPerCustomer', by: [customer.id] },
        { limit: 'lettersPerEmail', by: ['change-email', emailKey(email)] },
      ],
      now,
    )
    await database.transaction(async (trx) => {
      await claimKey(trx, claim)
      await insertMailRequest(trx, { kind: 'change-email', email, userId: customer.id, now })
    }, 'read committed')
    wakeJobs()
  },

  /** Puts the new address in the old one's place. Only for the customer who asked for it. */
  async confirm({
    customer,
    mailed,
    now,
  }: {
    customer: Customer
    mailed: MailedCode
    now: Date
  }): Promise<UserRow> {
    const user = await database.transaction(async (trx) => {
      const token = await takeToken(trx, 'change-email', mailed, now)
      if (token.userId !== customer.id) throw ofAnotherCustomer()
      const before = await findUser(trx, customer.id)
      if (!before || token.payload === null) throw signedOut()
      const after = await moveTo(trx, before.id, token.payload, now)
      const undo = await issueToken(trx, {
        purpose: 'undo-email',
        userId: before.id,
        payload: before.email,
        now,
      })
      const kind = 'email-changed'
      const { email: newEmail } = after
      await enqueueLetter(trx, {
        to: before.email,
        kind,
        letter: emailChangedLetter(config, { newEmail, undo }),
        now,
      })
      await enqueueLetter(trx, { to: newEmail, kind, letter: emailChangedLetter(config, { newEmail }), now })
      return after
    })
    wakeJobs()
    return user
  },

  /**
   * Brings the old address back, or calls off a change that was not confirmed yet. Every session ends, and so does
   * everything that was mailed since, above all the undo links that went to addresses which came after.
   */
  async undo({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    await database.transaction(async (trx) => {
      const { userId, payload: oldEmail, createdAt } = await takeToken(trx, 'undo-email', mailed, now)
      const moment = now.toISOString()
      const user = await findUser(trx, userId)
      if (user && oldEmail !== null && user.emailNormalized !== emailKey(oldEmail)) {
        await moveTo(trx, userId, oldEmail, now)
      }
      await endSessionsOf(trx, userId)
      await voidTokens(trx, { userId, purposes: ['change-email', 'reset'], now: moment })
      await voidTokens(trx, { userId, purposes: ['undo-email'], since: createdAt, now: moment })
    })
    await limiter.giveBack(uses)
  },
})

const moveTo = async (trx: Queries, userId: string, email: string, now: Date): Promise<UserRow> => {
  const emailNormalized = emailKey(email)
  await deleteUnverified(trx, emailNormalized)
  if (await findUserByEmail(trx, emailNormalized)) throw takenMeanwhile()
  const user = await updateEmail(trx, userId, { email, emailNormalized, now: now.toISOString() })
  if (!user) throw signedOut()
  return user
}

const takenMeanwhile = () =>
  new Refusal(422, { message: 'С этим адресом уже есть другой личный кабинет. Укажите другой адрес.' })

const ofAnotherCustomer = () =>
  new Refusal(422, {
    message: 'Эта ссылка для другого личного кабинета. Войдите в тот, из которого просили сменить адрес.',
  })
