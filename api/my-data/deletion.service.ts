import { randomBytes } from 'node:crypto'
import { cancelFirstPayments, removeAutopaymentsOf } from 'api/autopayments'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { Customer } from 'api/http/customer'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { type Payments, unlinkMethodsOf } from 'api/payments'
import {
  type ByHandDeps,
  checkPassword,
  issueToken,
  lockByEmail,
  type MailedCode,
  peekAtToken,
  RefusedByHand,
  revokeAccess,
  takeToken,
  UserError,
} from 'api/users'
import { portalPaths } from 'contract/portal-paths'
import { DAY } from 'format/durations'
import type { Log } from 'monitoring/log'
import { deletionLetter } from './deletion.letters'
import { clearDeletion, isInDestructionLog, lockCustomer, storeDeletion } from './deletion.repository'

export interface MyDataDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  log: Log
  payments: Pick<Payments, 'cancel'>
  /** Wakes the worker: a letter has become due. To be called after the commit. */
  wakeJobs: () => void
}

/** By law data are destroyed within 30 days after the consent to their processing is withdrawn (152-FZ, article 21, 5). */
const undoableForMs = 30 * DAY

const tooLate = () => new UserError({ code: 'link_expired', purpose: 'undo-deletion' })

/** Requests the deletion of a customer, and undoes it by the link from its letter. A step erases the customer later. */
export const deletionService = ({ config, database, limiter, log, payments, wakeJobs }: MyDataDeps) => {
  const sendLetter = async (
    trx: Queries,
    { id, email, deletionId, eraseAt }: { id: string; email: string; deletionId: string; eraseAt: string },
    now: Date,
  ) => {
    const undo = await issueUndoLink(trx, { userId: id, deletionId, eraseAt }, now)
    const letter = deletionLetter(config, { deletionId, eraseAt, undo })
    await enqueueLetter(trx, { to: email, userId: id, letter, now })
  }

  return {
    /**
     * Ends sessions, autopayments and saved cards at once, and sends a letter with the link that undoes the deletion.
     * Does nothing if a deletion was requested before. Throws UserError (`wrong_password`) and LimitReached.
     */
    async ask({ customer, password, now }: { customer: Customer; password: string; now: Date }) {
      await checkPassword({ database, limiter }, { customer, password, now })
      const askedAt = now.toISOString()
      const deletion = {
        deletionId: randomBytes(8).toString('hex'),
        eraseAt: new Date(now.getTime() + undoableForMs).toISOString(),
      }
      const firstPayments = await database.transaction(async (trx) => {
        const lockedCustomer = await lockCustomer(trx, customer.id)
        if (!lockedCustomer || lockedCustomer.deletionId !== null) return []
        const { id, email } = lockedCustomer
        await storeDeletion(trx, { userId: id, askedAt, ...deletion })
        await revokeAccess(trx, 'deletion-requested', { userId: id, now })
        const paymentsToCancel = await removeAutopaymentsOf(trx, id, now)
        await unlinkMethodsOf(trx, id, askedAt)
        await sendLetter(trx, { id, email, ...deletion }, now)
        return paymentsToCancel
      }, 'read committed')
      wakeJobs()
      await cancelFirstPayments({ payments, log }, firstPayments)
    },

    /** Sends the letter once more: the first may be lost, or sent to an address that was changed back since. */
    async sendLetterAgain(userId: string, now: Date) {
      const uses: LimitedUse[] = [{ limit: 'lettersPerEmail', by: ['undo-deletion', userId] }]
      if (await limiter.isReached(uses, now)) return
      await limiter.count(uses, now)
      await database.transaction(async (trx) => {
        const customer = await lockCustomer(trx, userId)
        if (!customer?.deletionId || !customer.eraseAt || customer.eraseAt <= now.toISOString()) return
        const { id, email, deletionId, eraseAt } = customer
        await sendLetter(trx, { id, email, deletionId, eraseAt }, now)
      }, 'read committed')
      wakeJobs()
    },

    /**
     * Lets the customer log in again; autopayments and cards stay removed. Throws UserError like `takeToken`, and
     * `link_expired` if the customer was erased.
     */
    async undo({ mailed, visitor, now }: { mailed: MailedCode; visitor: Visitor; now: Date }) {
      const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
      await limiter.admit(uses, now)
      if (await isInDestructionLog(database.db, deletionOf(mailed.id))) throw tooLate()
      await database.transaction(async (trx) => {
        const { userId } = await peekAtToken(trx, 'undo-deletion', mailed, now)
        // Locks the customer before the token, in the same order as the erasure.
        if (!(await lockCustomer(trx, userId))) throw tooLate()
        await takeToken(trx, 'undo-deletion', mailed, now)
        await clearDeletion(trx, userId)
        await revokeAccess(trx, 'deletion-undone', { userId, now })
      }, 'read committed')
      await limiter.giveBack(uses)
    },
  }
}

/** The id of a link begins with the number of its deletion, so that we can recognize the link after the erasure. */
const linkIdOf = (deletionId: string) => `${deletionId}.${randomBytes(8).toString('hex')}`
const deletionOf = (linkId: string) => linkId.split('.', 1)[0] ?? ''

/** Creates a link that undoes this deletion once, until the erasure. Earlier links stay valid. */
const issueUndoLink = (
  trx: Queries,
  { userId, deletionId, eraseAt }: { userId: string; deletionId: string; eraseAt: string },
  now: Date,
): Promise<MailedLink> =>
  issueToken(trx, {
    purpose: 'undo-deletion',
    userId,
    id: linkIdOf(deletionId),
    validMs: new Date(eraseAt).getTime() - now.getTime(),
    now,
  })

/**
 * Creates the link of the deletion letter, for a customer without working mail. Also returns the customer's id.
 * Throws RefusedByHand for an unknown address, without a deletion, and when it is too late.
 */
export const undoLinkByHand = (
  { database, site, now }: ByHandDeps,
  email: string,
): Promise<{ id: string; link: string }> =>
  database.transaction(async (trx) => {
    const { id } = await lockByEmail(trx, email)
    const customer = await lockCustomer(trx, id)
    if (!customer?.deletionId || !customer.eraseAt)
      throw new RefusedByHand('the customer is not being deleted')
    if (customer.eraseAt <= now.toISOString())
      throw new RefusedByHand('the 30 days are over: the customer is being erased for good')
    const { deletionId, eraseAt } = customer
    const undo = await issueUndoLink(trx, { userId: id, deletionId, eraseAt }, now)
    return { id, link: `${site.publicUrl}${portalPaths.deletionUndo(undo.id, undo.code)}` }
  })
