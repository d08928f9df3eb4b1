import type { Queries } from 'api/db/database'
import { findOwedAgain } from 'api/ledger/owed-again.repository'

/**
 * The refunded sum of the account that is owed again and that nobody has paid since, kopecks. What was given back of an
 * overpayment does not count. Payments after a refund count for it first; autopayments do not count.
 */
export const findGivenBack = async (db: Queries, account: string): Promise<number> => {
  const first = await db
    .selectFrom('refunds')
    .select('refunded_at as at')
    .where('account', '=', account)
    .orderBy('refunded_at')
    .limit(1)
    .executeTakeFirst()
  if (!first) return 0
  const refunds = await findOwedAgain(db, account)
  const paid = await db
    .selectFrom('payments')
    .select(['paid_at as at', 'amount'])
    .where('account', '=', account)
    .where('status', '=', 'succeeded')
    .where('source', '!=', 'autopayment')
    .where('paid_at', '>', first.at)
    .execute()
  return [...refunds, ...paid.map(({ at, amount }) => ({ at: at ?? first.at, amount: -amount }))]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .reduce((left, { amount }) => Math.max(0, left + amount), 0)
}
