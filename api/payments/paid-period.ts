import type { Queries } from 'api/db/database'
import { balanceOf } from 'api/ledger/ledger.repository'
import { debtsOf, divideAmount } from 'contract/divide-amount'
import type { Kopecks } from 'contract/money'
import { findBilled } from './basket/basket.repository'

/**
 * The billing period of the debt that the sum pays; null if it pays several debts, more than is owed, or an old debt
 * without an invoice.
 */
export const findPaidPeriod = async (
  db: Queries,
  { account, amount }: { account: string; amount: Kopecks },
): Promise<string | null> => {
  const debts = debtsOf(await balanceOf(db, account), await findBilled(db, [account]))
  const [share] = divideAmount([{ account, debts }], amount)
  const [paid, ...others] = share?.debts ?? []
  return paid && others.length === 0 && paid.amount === amount ? paid.period : null
}
