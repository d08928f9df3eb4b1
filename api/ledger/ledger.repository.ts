import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'

export interface NewLedgerEntry {
  account: string
  kind: 'charge' | 'penalty' | 'recalculation' | 'payment' | 'refund'
  /** Whole kopecks; above zero is owed, so a payment is below zero. */
  amount: number
  /** A moment, ISO 8601 in UTC. */
  at: string
  invoiceId?: string
  /** What makes a payment's effect happen once. */
  paymentId?: string
  /** The same for a refund. */
  refundId?: string
}

/**
 * The only way into the ledger, in the caller's transaction; the account's balance follows by itself. False, with nothing
 * written, when this payment or refund has its entry already. Holds other entries of the account back until the transaction ends.
 */
export const appendToLedger = async (trx: Queries, entry: NewLedgerEntry): Promise<boolean> => {
  const { account, kind, amount, at, invoiceId = null, paymentId = null, refundId } = entry
  if (!Number.isSafeInteger(amount)) throw new RangeError('An amount is a whole number of kopecks')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ledger_entries')
    .values({
      id: randomUUID(),
      account,
      kind,
      amount,
      happened_at: at,
      invoice_id: invoiceId,
      payment_id: paymentId,
      refund_id: refundId,
    })
    .onConflict((conflict) =>
      conflict.column(refundId === undefined ? 'payment_id' : 'refund_id').doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What the account owes, in kopecks: the sum of its ledger. Below zero is paid ahead, and nothing yet is 0. */
export const balanceOf = async (db: Queries, account: string): Promise<number> =>
  (
    await db
      .selectFrom('account_balances')
      .select('balance')
      .where('account', '=', account)
      .executeTakeFirst()
  )?.balance ?? 0

/** Holds other entries of the account back until the transaction ends, so that what is decided by its balance holds. */
export const lockLedgerOf = async (trx: Queries, account: string) => {
  await trx
    .insertInto('account_balances')
    .values({ account, balance: 0 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((eb) => ({ balance: eb.ref('account_balances.balance') })),
    )
    .execute()
}
