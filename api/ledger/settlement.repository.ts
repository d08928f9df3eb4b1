import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { ExpressionBuilder } from 'kysely'
import { paidAfterRefund } from './paid-after-refund'

const newestPeriod = (db: Queries, account: string) =>
  db
    .selectFrom('invoices as newest')
    .select((eb) => eb.fn.max('newest.period').as('period'))
    .where('newest.account', '=', account)

const asked = (eb: ExpressionBuilder<Tables, 'invoices'>) =>
  eb(eb('opening_balance', '+', eb.ref('charged')), '+', eb.ref('penalty'))

/**
 * Counts a payment for the account's invoices. The newest invoice takes the whole amount: its opening balance includes
 * all older debt. Older invoices take what they still lack, since the same money settles the debt that was carried
 * over.
 */
export const raisePaid = async (trx: Queries, { account, amount }: { account: string; amount: number }) => {
  await trx
    .updateTable('invoices')
    .set((eb) => ({ paid: eb('paid', '+', amount) }))
    .where('account', '=', account)
    .where('period', '=', newestPeriod(trx, account))
    .execute()
  await trx
    .updateTable('invoices')
    .set((eb) => ({
      paid: eb
        .case()
        .when(eb(asked(eb), '-', eb.ref('paid')), '>', amount)
        .then(eb('paid', '+', amount))
        .else(asked(eb))
        .end(),
    }))
    .where('account', '=', account)
    .where('period', '<', newestPeriod(trx, account))
    .where((eb) => eb(asked(eb), '>', eb.ref('paid')))
    .execute()
}

/** Counts a refund for the account's invoices, see `paidAfterRefund`. */
export const lowerPaid = async (trx: Queries, { account, amount }: { account: string; amount: number }) => {
  const invoices = await trx
    .selectFrom('invoices')
    .select((eb) => [
      'period',
      asked(eb).as('asked'),
      eb('charged', '+', eb.ref('penalty')).as('added'),
      'paid',
    ])
    .where('account', '=', account)
    .orderBy('period')
    .execute()
  for (const [period, paid] of paidAfterRefund(invoices, amount)) {
    await trx
      .updateTable('invoices')
      .set({ paid })
      .where('account', '=', account)
      .where('period', '=', period)
      .execute()
  }
}
