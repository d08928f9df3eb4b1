import type { Queries } from 'api/db/database'
import { type EndingGrants, endGrants } from './end-grants'
import { findOpenGrants, findOwnedAccounts, findOwners, lockAccount } from './grants.repository'

/**
 * Ends the grants of the accounts that this customer, who is being erased, is the last owner of. Returns what is to be done
 * after the commit.
 */
export const endGrantsOfErased = async (
  trx: Queries,
  ending: EndingGrants,
  userId: string,
): Promise<() => Promise<void>> => {
  const afterCommit: (() => Promise<void>)[] = []
  for (const account of await findOwnedAccounts(trx, userId)) {
    await lockAccount(trx, account)
    if ((await findOwners(trx, account)).some(({ id }) => id !== userId)) continue
    afterCommit.push(await endGrants(trx, ending, await findOpenGrants(trx, account), 'revoked'))
  }
  return async () => {
    await Promise.all(afterCommit.map((work) => work()))
  }
}
