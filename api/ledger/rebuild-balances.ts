import type { Database } from 'api/db/database'
import {
  accountsAfter,
  type BalanceDifference,
  differencesAmong,
  recountBalances,
} from './balance-check.repository'
import { lockLedgersOf } from './ledger.repository'

const accountsAtOnce = 400

export interface RebuiltBalances {
  /** How many accounts were compared. */
  accounts: number
  differences: BalanceDifference[]
}

/**
 * Adds up the ledger of every account, and compares the sum with the stored balance; with `apply` the sums replace the
 * balances that differ. Payments may go on meanwhile.
 */
export const rebuildBalances = async (
  { db, transaction }: Pick<Database, 'db' | 'transaction'>,
  { apply }: { apply: boolean },
): Promise<RebuiltBalances> => {
  const result: RebuiltBalances = { accounts: 0, differences: [] }
  let page = await accountsAfter(db, '', accountsAtOnce)
  while (page.length > 0) {
    const differences = await differencesAmong(db, page)
    const accounts = differences.map(({ account }) => account)
    if (apply && accounts.length > 0)
      // Read committed: each statement sees what was committed before the ledgers were locked.
      await transaction(async (trx) => {
        await lockLedgersOf(trx, accounts)
        await recountBalances(trx, accounts)
      }, 'read committed')
    result.accounts += page.length
    result.differences.push(...differences)
    page = await accountsAfter(db, page.at(-1) ?? '', accountsAtOnce)
  }
  return result
}
