import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Selectable } from 'kysely'
import { type NewestFirst, newestIds } from './newest-ids.repository'
import type { BankPayment } from './sandbox-bank.repository'

export type BankRefund = Selectable<Tables['sandbox_refunds']>

export const findBankRefund = (db: Queries, id: string): Promise<BankRefund | undefined> =>
  db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const refundsOfBankPayment = (db: Queries, paymentId: string): Promise<BankRefund[]> =>
  db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findBankRefunds = (db: Queries, page: NewestFirst): Promise<BankRefund[]> =>
  db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('id', 'in', newestIds(db, 'sandbox_refunds', page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertBankRefund = async (trx: Queries, refund: BankRefund) => {
  await trx.insertInto('sandbox_refunds').values(refund).execute()
}

/** The payment as it stands until the transaction ends: of two refunds at once the second sees the first. */
export const lockBankPayment = (trx: Queries, id: string): Promise<BankPayment | undefined> =>
  trx
    .updateTable('sandbox_payments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
