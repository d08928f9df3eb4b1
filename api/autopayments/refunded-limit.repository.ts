import type { Queries } from 'api/db/database'

/**
 * What was given back of the account's payments and not paid again since by anybody in person, kopecks: whoever pays after
 * a refund is taken to pay this first.
 */
export const findGivenBack = async (db: Queries, account: string): Promise<number> => {
  const refunds = await db
    .selectFrom('refunds')
    .select(['refunded_at as at', 'amount'])
    .where('account', '=', account)
    .orderBy('refunded_at')
    .execute()
  const [first] = refunds
  if (!first) return 0
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
