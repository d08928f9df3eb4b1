import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import { orderedId } from 'api/db/ordered-id'
import { type Kopecks, toKopecks } from 'contract/money'
import { sql } from 'kysely'
import { z } from 'zod'

export interface NewLedgerEntry {
  account: string
  kind: 'opening' | 'charge' | 'penalty' | 'recalculation' | 'payment' | 'refund'
  /** Above zero increases the debt, so payments are negative. */
  amount: Kopecks
  /** A moment, ISO 8601 in UTC. */
  at: string
  invoiceId?: string
  /** Makes the entry of a payment unique. */
  paymentId?: string
  /** Makes the entry of a refund unique. */
  refundId?: string
  /** Of an opening balance: payments that it includes although their success is not known here yet. */
  includedPayments?: readonly string[]
}

/**
 * Appends an entry and locks the account's ledger until the transaction ends; the balance follows by a trigger. Returns
 * false and writes nothing when this payment or refund has its entry already. Nothing outside this file writes to the
 * ledger.
 */
export const appendToLedger = async (trx: Queries, entry: NewLedgerEntry): Promise<boolean> => {
  const { refundId } = entry
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ledger_entries')
    .values({ id: randomUUID(), ...rowOf(entry) })
    .onConflict((conflict) =>
      conflict.column(refundId === undefined ? 'payment_id' : 'refund_id').doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The account's balance: above zero is a debt, below zero an overpayment, 0 without entries. */
export const balanceOf = async (db: Queries, account: string): Promise<Kopecks> =>
  (
    await db
      .selectFrom('account_balances')
      .select('balance')
      .where('account', '=', account)
      .executeTakeFirst()
  )?.balance ?? toKopecks(0)

/**
 * The part of the account's debt that comes from refunds and is not paid yet. Payments and credits lower it, and it never
 * exceeds the balance. Charges of autopayments do not lower it: they leave this debt out.
 */
export const findDebtFromRefunds = async (db: Queries, account: string): Promise<Kopecks> =>
  (
    await db
      .selectFrom('account_balances')
      .select('refund_debt')
      .where('account', '=', account)
      .executeTakeFirst()
  )?.refund_debt ?? toKopecks(0)

const rowOf = (entry: NewLedgerEntry) => ({
  account: entry.account,
  kind: entry.kind,
  amount: entry.amount,
  happened_at: entry.at,
  invoice_id: entry.invoiceId,
  payment_id: entry.paymentId,
  refund_id: entry.refundId,
  included_payments: entry.includedPayments && JSON.stringify(entry.includedPayments),
})

const entryColumns = {
  id: 'text',
  account: 'text',
  kind: 'text',
  amount: 'bigint',
  happened_at: 'text',
  invoice_id: 'text',
  payment_id: 'text',
  refund_id: 'text',
  included_payments: 'text',
} as const

/** Appends many entries; each has to be new. Lock the ledgers first, see `lockLedgersOf`. */
export const appendAllToLedger = async (trx: Queries, entries: readonly NewLedgerEntry[]) => {
  const rows = entries.map((entry) => ({ id: orderedId(), ...rowOf(entry) }))
  await sql`insert into ledger_entries (${namesOf(entryColumns)}) ${jsonRows(entryColumns, rows)}`.execute(
    trx,
  )
}

/** Whether an opening balance after this moment includes the payment. Lock the ledger first. */
export const isInOpening = async (
  trx: Queries,
  { account, paymentId, at }: { account: string; paymentId: string; at: string },
): Promise<boolean> => {
  const openings = await trx
    .selectFrom('ledger_entries')
    .select('included_payments as included')
    .where('account', '=', account)
    .where('kind', '=', 'opening')
    .where('happened_at', '>', at)
    .where('included_payments', 'is not', null)
    .execute()
  return openings.some(({ included }) => idList.parse(JSON.parse(included ?? '[]')).includes(paymentId))
}

const idList = z.array(z.string())

/** Locks the account's ledger until the transaction ends, so that its balance can't change meanwhile. */
// Stryker disable next-line ArrayDeclaration: SQLite runs one transaction at a time; payments-at-once.test.ts needs the lock on PostgreSQL
export const lockLedgerOf = (trx: Queries, account: string) => lockLedgersOf(trx, [account])

const balanceColumns = { account: 'text', balance: 'bigint' } as const

/** Locks the ledgers of up to a few hundred different accounts until the transaction ends, in their order. */
export const lockLedgersOf = async (trx: Queries, accounts: readonly string[]) => {
  // Two transactions that lock the same accounts in different orders would wait for each other.
  // Stryker disable next-line MethodExpression: the order prevents a deadlock on PostgreSQL; SQLite runs one transaction at a time
  const rows = [...accounts].sort().map((account) => ({ account, balance: 0 }))
  await sql`insert into account_balances (${namesOf(balanceColumns)}) ${jsonRows(balanceColumns, rows)}
    on conflict (account) do update set balance = account_balances.balance`.execute(trx)
}
