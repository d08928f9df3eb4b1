import type { Queries } from 'api/db/database'
import { findOwedAgain } from 'api/ledger/owed-again.repository'
import { type Kopecks, toKopecks } from 'contract/money'

/**
 * The refunded sum of the account that is owed again and that nobody has paid since. What was given back of an
 * overpayment does not count. Payments after a refund count for it first; autopayments do not count.
 */
export const findGivenBack = async (db: Queries, account: string): Promise<Kopecks> => {
  const first = await db
    .selectFrom('refunds')
    .select('refunded_at as at')
    .where('account', '=', account)
    .orderBy('refunded_at')
    .limit(1)
    .executeTakeFirst()
  if (!first) return toKopecks(0)
  const refunds = await findOwedAgain(db, account)
  const paid = await db
    .selectFrom('payments')
    .select(['paid_at as at', 'amount'])
    .where('account', '=', account)
    .where('status', '=', 'succeeded')
    .where('source', '!=', 'autopayment')
    .where('paid_at', '>', first.at)
    .execute()
  const left = [...refunds, ...paid.map(({ at, amount }) => ({ at: at ?? first.at, amount: -amount }))]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .reduce((rest, { amount }) => Math.max(0, rest + amount), 0)
  return toKopecks(left)
}
