import { findHolders, searchText } from 'api/accounts'
import type { Queries } from 'api/db/database'

interface PayerOf {
  account: string
  payer_name: string
}

/**
 * Those of the accounts whose payer is another one now and that customers have: perhaps former owners. Names that differ
 * only in spaces, case or punctuation are the same.
 */
export const findChangedPayers = async (
  db: Queries,
  before: ReadonlyMap<string, PayerOf>,
  after: readonly PayerOf[],
): Promise<string[]> => {
  const changed = after.flatMap(({ account, payer_name: payer }) => {
    const former = before.get(account)
    return former && searchText(former.payer_name) !== searchText(payer) ? [account] : []
  })
  if (changed.length === 0) return []
  return [...new Set((await findHolders(db, changed)).map(({ account }) => account))].toSorted()
}
