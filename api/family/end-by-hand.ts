import type { Queries } from 'api/db/database'
import { type EndingGrants, endGrants } from './end-grants'
import { findGrant, isOpen, lockAccount } from './grants.repository'

/**
 * Ends an open grant for an operator. Returns its account and what is to be done after the commit; null: there is no such
 * grant, or it has ended.
 */
export const endGrantByHand = async (trx: Queries, ending: EndingGrants, id: string) => {
  const known = await findGrant(trx, id)
  if (!known) return null
  await lockAccount(trx, known.account)
  const grant = await findGrant(trx, id)
  if (!grant || !isOpen(grant.status)) return null
  return { account: grant.account, afterCommit: await endGrants(trx, ending, [grant], 'revoked') }
}
