import { type ByHand, lockByEmail, RefusedByHand } from 'api/users'
import { portalPaths } from 'contract/portal-paths'
import { lockCustomer } from './deletion.repository'
import { issueUndoLink } from './undo-link'

/**
 * A link that undoes a deletion, as its letter has it, for a customer whom no letter reaches. Returns the customer's id
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
