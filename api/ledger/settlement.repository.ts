import type { Queries } from 'api/db/database'
import { jsonRows } from 'api/db/json-rows'
import type { Tables } from 'api/db/tables'
import type { Kopecks } from 'contract/money'
import { type ExpressionBuilder, sql } from 'kysely'
import { type PaidInvoice, paidAfterRefund, paidByBalance } from './settlement'

/** The unpaid sum of an invoice, kopecks: an expression over the columns of `invoices`. */
export const leftToPay = sql<number>`(invoices.opening_balance + invoices.charged + invoices.penalty - invoices.paid)`

const newestPeriod = (db: Queries, account: string) =>
  db
    .selectFrom('invoices as newest')
    .select((eb) => eb.fn.max('newest.period').as('period'))
    .where('newest.account', '=', account)

const billedAmount = (eb: ExpressionBuilder<Tables, 'invoices'>) =>
  eb(eb('opening_balance', '+', eb.ref('charged')), '+', eb.ref('penalty'))

interface ReceivedSum {
  account: string
  amount: Kopecks
}

/** Raises the paid sums of older invoices, up to their totals: their debt is part of the newest opening balance. */
const raisePaidOfOlder = (trx: Queries, { account, amount }: ReceivedSum) =>
  trx
    .updateTable('invoices')
    .set((eb) => ({
      paid: eb
        .case()
        .when(eb(billedAmount(eb), '-', eb.ref('paid')), '>', amount)
        .then(eb('paid', '+', amount))
        .else(billedAmount(eb))
        .end(),
    }))
    .where('account', '=', account)
    .where('period', '<', newestPeriod(trx, account))
    .where((eb) => eb(billedAmount(eb), '>', eb.ref('paid')))
    .execute()

/**
 * Counts a payment for the account's invoices. The newest invoice takes the whole amount: its opening balance includes
 * all older debt.
 */
export const raisePaid = async (trx: Queries, { account, amount }: ReceivedSum) => {
  await trx
    .updateTable('invoices')
    .set((eb) => ({ paid: eb('paid', '+', amount) }))
    .where('account', '=', account)
    .where('period', '=', newestPeriod(trx, account))
    .execute()
  await raisePaidOfOlder(trx, { account, amount })
}

/**
 * Counts the credit of the newest invoice for the older ones: its recalculation exceeds its charges and penalty by
 * `amount`. Its own total includes the credit already.
 */
export const raisePaidByCredit = raisePaidOfOlder

/** Counts a refund for the account's invoices, see `paidAfterRefund`. */
export const lowerPaid = async (trx: Queries, { account, amount }: { account: string; amount: Kopecks }) => {
  const invoices = await trx
    .selectFrom('invoices')
    .select((eb) => [
      'period',
      billedAmount(eb).as('billedAmount'),
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

/** Sets what counts as paid for the invoices of up to a few hundred accounts by their balances, see `paidByBalance`. */
export const settleByBalance = async (trx: Queries, accounts: readonly string[]) => {
  // Stryker disable next-line ConditionalExpression: SQLite takes an empty list, PostgreSQL does not
  if (accounts.length === 0) return
  const invoices = await trx
    .selectFrom('invoices')
    .leftJoin('account_balances', 'account_balances.account', 'invoices.account')
    .select((eb) => [
      'invoices.account',
      'id',
      'period',
      billedAmount(eb).as('billedAmount'),
      eb('charged', '+', eb.ref('penalty')).as('added'),
      'paid',
      eb.fn.coalesce('balance', eb.lit(0)).as('balance'),
    ])
    .where('invoices.account', 'in', accounts)
    .orderBy('invoices.account')
    .orderBy('period')
    .execute()
  const byAccount = new Map<string, (PaidInvoice & { id: string; balance: number })[]>()
  for (const invoice of invoices) {
    const ofAccount = byAccount.get(invoice.account)
    if (ofAccount) ofAccount.push(invoice)
    else byAccount.set(invoice.account, [invoice])
  }
  const changes: { id: string; paid: number }[] = []
  for (const accountInvoices of byAccount.values()) {
    const changed = paidByBalance(accountInvoices, accountInvoices[0]?.balance ?? 0)
    for (const { id, period } of accountInvoices) {
      const paid = changed.get(period)
      if (paid !== undefined) changes.push({ id, paid })
    }
  }
  await sql`update invoices set paid = changed.paid
    from (${jsonRows(changedColumns, changes)}) as changed where invoices.id = changed.id`.execute(trx)
}

const changedColumns = { id: 'text', paid: 'bigint' } as const
