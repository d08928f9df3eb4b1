import type { Queries } from 'api/db/database'
import { type Kopecks, toKopecks } from 'contract/money'

/** A refund, as far as it left a debt: what was given back of an overpayment is owed by nobody. */
export interface OwedAgain {
  refundId: string
  /** When it was refunded: a moment. */
  at: string
  /** At most what was refunded; zero where the account still had no debt. */
  amount: Kopecks
}

/**
 * How much of each refund of the account left a debt: the least of what was refunded and of the debt right after it. In the
 * order in which the entries of the ledger happened; of those of one moment a refund is the last.
 */
export const findOwedAgain = async (db: Queries, account: string): Promise<OwedAgain[]> => {
  const refunds = await db
    .selectFrom((entries) =>
      entries
        .selectFrom('ledger_entries')
        .select([
          'refund_id as refundId',
          'happened_at as at',
          'amount',
          (eb) =>
            eb.fn
              .sum<number>('amount')
              .over((over) =>
                over
                  .orderBy('happened_at')
                  .orderBy(eb.case().when('kind', '=', 'refund').then(eb.lit(1)).else(eb.lit(0)).end())
                  .orderBy('id'),
              )
              .as('balance'),
        ])
        .where('account', '=', account)
        .as('entries'),
    )
    .select(['refundId', 'at', 'amount', 'balance'])
    .where('refundId', 'is not', null)
    .$narrowType<{ refundId: string }>()
    .orderBy('at')
    .execute()
  return refunds.map(({ refundId, at, amount, balance }) => ({
    refundId,
    at,
    amount: toKopecks(Math.max(0, Math.min(amount, balance))),
  }))
}
