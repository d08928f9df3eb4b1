import type { Queries } from 'api/db/database'
import type { SandboxRefundsTable } from 'api/db/tables'
import type { Selectable } from 'kysely'
import type { BankPayment } from './sandbox-bank.repository'

export type BankRefund = Selectable<SandboxRefundsTable>

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

/** Made within the time given, the newest first; `upTo`: from the refund with this id on. */
export const findBankRefunds = (
  db: Queries,
  { from, to, upTo, most }: { from: string; to: string; upTo: string | null; most: number },
): Promise<BankRefund[]> => {
  const within = db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (upTo === null) return within.execute()
  return within
    .where((eb) =>
      eb(
        eb.refTuple('created_at', 'id'),
        '<=',
        eb
          .selectFrom('sandbox_refunds as first')
          .select(['first.created_at', 'first.id'])
          .where('first.id', '=', upTo)
          .$asTuple('created_at', 'id'),
      ),
    )
    .execute()
}

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
