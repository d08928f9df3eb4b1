import { randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { MailedLink } from 'api/mail/mailed-link'
import { type ByHand, issueToken, lockByEmail, RefusedByHand } from 'api/users'
import { portalPaths } from 'contract/portal-paths'
import { lockCustomer } from './deletion.repository'

/** The id of a link begins with the number of its deletion, so that it is known after the erasure, too. */
const linkIdOf = (deletionId: string) => `${deletionId}.${randomBytes(8).toString('hex')}`
export const deletionOf = (linkId: string) => linkId.split('.', 1)[0] ?? ''

/** A link that undoes this deletion, once, until the erasure. Those from before stay valid. */
export const issueUndoLink = (
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
 * A link that undoes a deletion, as its letter has it, for a customer that no letter reaches. Returns the customer's id
 * besides. Throws RefusedByHand for an unknown address, where nobody deletes the customer, and when it is too late.
 */
export const undoLinkByHand = (
  { database, site, now }: ByHand,
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
