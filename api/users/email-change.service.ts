import type { Queries } from 'api/db/database'
import type { Customer } from 'api/http/customer'
import { networkOf, type Visitor } from 'api/http/visitor'
import { claimKey } from 'api/idempotency/answer-once'
import type { KeyClaim } from 'api/idempotency/idempotency-keys.repository'
import type { LimitedUse } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { emailKey } from 'format/email'
import { insertMailRequest } from './mail-requests.repository'
import { issueToken, type MailedCode, takeToken } from './mailed-tokens'
import { revokeAccess } from './revoke-access'
import { requireLiveSession } from './sessions'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { emailChangedLetter } from './users.letters'
import { deleteUnverified, findUser, findUserByEmail, type UserRow, updateEmail } from './users.repository'

/** A change of e-mail address: requested, confirmed from the new mailbox, undone from the old one. */
export const emailChangeService = ({ config, database, limiter, wakeJobs }: UsersDeps) => ({
  /**
   * Requests two letters: a confirmation link to the new address, an undo link to the old one. Throws UserError
   * (`same_email`, `no_customer`).
   */
  async request({
    customer,
    session,
    email,
    visitor,
    claim,
    now,
  }: {
    customer: Customer
    /** The token of the session that makes the call. */
    session: string
    email: string
    visitor: Visitor
    claim: KeyClaim | null
    now: Date
  }) {
    if (emailKey(email) === emailKey(customer.email)) {
      throw new UserError({ code: 'same_email' })
    }
    await limiter.admit(
      [
        { limit: 'emailChangesPerCustomer', by: [customer.id] },
        { limit: 'lettersPerEmail', by: ['change-email', emailKey(email)] },
      ],
      now,
    )
    await database.transaction(async (trx) => {
      await requireLiveSession(trx, { userId: customer.id, session })
      await claimKey(trx, claim)
      await insertMailRequest(trx, {
        kind: 'change-email',
        email,
        userId: customer.id,
        requestId: visitor.requestId,
        now,
      })
    }, 'read committed')
    wakeJobs()
  },

  /** Changes the address. Throws UserError (`link_of_another_customer`, `email_taken`, and as `takeToken`). */
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
      if (token.userId !== customer.id) throw new UserError({ code: 'link_of_another_customer' })
      const before = await findUser(trx, customer.id)
      if (!before || token.payload === null) throw new UserError({ code: 'no_customer' })
      const after = await moveTo(trx, before.id, token.payload, now)
      await revokeAccess(trx, 'email-changed', { userId: before.id, now })
      const undo = await issueToken(trx, {
        purpose: 'undo-email',
        userId: before.id,
        payload: before.email,
        now,
      })
      const { email: newEmail } = after
      await enqueueLetter(trx, {
        to: before.email,
        userId: before.id,
        letter: emailChangedLetter(config, { newEmail, undo }),
        now,
      })
      const letter = emailChangedLetter(config, { newEmail })
      await enqueueLetter(trx, { to: newEmail, userId: before.id, letter, now })
      return after
    })
    wakeJobs()
    return user
  },

  /**
   * Restores the old address, or cancels a change that was not confirmed yet. Ends all sessions and everything that
   * they may have started. Voids the links of later addresses, whose owners could change the address back.
   */
  async undo({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    await database.transaction(async (trx) => {
      const { userId, payload: oldEmail, createdAt } = await takeToken(trx, 'undo-email', mailed, now)
      const user = await findUser(trx, userId)
      if (user && oldEmail !== null && user.emailNormalized !== emailKey(oldEmail)) {
        await moveTo(trx, userId, oldEmail, now)
      }
      await revokeAccess(trx, 'email-change-undone', { userId, linksSince: createdAt, now })
    })
    await limiter.giveBack(uses)
  },
})

const moveTo = async (trx: Queries, userId: string, email: string, now: Date): Promise<UserRow> => {
  const emailNormalized = emailKey(email)
  await deleteUnverified(trx, emailNormalized)
  if (await findUserByEmail(trx, emailNormalized)) throw new UserError({ code: 'email_taken' })
  const user = await updateEmail(trx, userId, { email, emailNormalized, now: now.toISOString() })
  if (!user) throw new UserError({ code: 'no_customer' })
  return user
}
