import type { Queries } from 'api/db/database'
import { byAccount } from './invoices.repository'

interface Span {
  /** Moments. */
  since: string
  until: string
}

/** Payments of the site and their refunds, as the ledger has them, newest first, by account. Payments are below zero. */
export const findMoneyOfSite = async (db: Queries, accounts: readonly string[], { since, until }: Span) => {
  if (accounts.length === 0) return byAccount<{ account: string; amount: number }>([])
  return byAccount(
    await db
      .selectFrom('ledger_entries')
      .leftJoin('refunds', 'refunds.id', 'ledger_entries.refund_id')
      .innerJoin('payments', (join) =>
        join.on((eb) =>
          eb('payments.id', '=', eb.fn.coalesce('ledger_entries.payment_id', 'refunds.payment_id')),
        ),
      )
      .select(['ledger_entries.account', 'ledger_entries.amount'])
      .where('ledger_entries.account', 'in', accounts)
      .where('ledger_entries.happened_at', '>=', since)
      .where('ledger_entries.happened_at', '<', until)
      .where('payments.source', '!=', 'other')
      .orderBy('ledger_entries.happened_at', 'desc')
      .execute(),
  )
}

/** Payments of the site that are not known to have succeeded, newest first, by account. */
export const findUnconfirmedPayments = async (
  db: Queries,
  accounts: readonly string[],
  { since, until }: Span,
) => {
  if (accounts.length === 0) return byAccount<{ account: string; id: string; amount: number }>([])
  return byAccount(
    await db
      .selectFrom('payments')
      .select(['account', 'id', 'amount'])
      .where('account', 'in', accounts)
      .where('status', 'in', ['pending', 'canceled'])
      .where('source', '!=', 'other')
      .where('created_at', '>=', since)
      .where('created_at', '<', until)
      .orderBy('created_at', 'desc')
      .execute(),
  )
}
