import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { Tables } from 'api/db/tables'
import { type Insertable, sql } from 'kysely'
import { byAccount } from './invoices.repository'

/** The value of `refunds.gateway` for the reversal of an imported payment. */
const reversalGateway = 'import'

interface PaidElsewhere {
  externalId: string
  id: string
  account: string
  amount: number
  refunded: number
  createdAt: string
}

/** Finds imported payments by their external ids. */
export const findPaidElsewhere = async (
  db: Queries,
  externalIds: readonly string[],
): Promise<Map<string, PaidElsewhere>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['external_id as externalId', 'id', 'account', 'amount', 'refunded', 'created_at as createdAt'])
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(
    rows.flatMap(({ externalId, ...payment }) =>
      externalId === null ? [] : [[externalId, { externalId, ...payment }] as const],
    ),
  )
}

/** Finds reversals by their external ids. */
export const findReversals = async (
  db: Queries,
  externalIds: readonly string[],
): Promise<Map<string, { account: string; amount: number; at: string }>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .select(['gateway_refund_id as externalId', 'account', 'amount', 'refunded_at as at'])
    .where('gateway', '=', reversalGateway)
    .where('gateway_refund_id', 'in', externalIds)
    .execute()
  return new Map(rows.map(({ externalId, ...reversal }) => [externalId, reversal]))
}

/** A payment of the file, with the moments at which its day begins and ends. */
interface DayPayment {
  line: number
  account: string
  amount: number
  /** The earliest start of a site payment that is paid on this day. */
  begunSince: string
  since: string
  until: string
}

const dayPaymentColumns = {
  line: 'bigint',
  account: 'text',
  amount: 'bigint',
  begunSince: 'text',
  since: 'text',
  until: 'text',
} as const satisfies Record<keyof DayPayment, unknown>

/**
 * Finds stored payments of the same account, day and sum, of any origin. Returns their external ids, or else their own
 * ids, by the line of the file. Searches by the index of accounts: one day has very many payments.
 */
export const findSimilarPayments = async (
  db: Queries,
  entries: readonly DayPayment[],
): Promise<Map<number, string[]>> => {
  const alike = new Map<number, string[]>()
  if (entries.length === 0) return alike
  const { rows } = await sql<{
    line: number
    id: string
  }>`select line, coalesce(external_id, payments.id) as id
    from (${jsonRows(dayPaymentColumns, entries)}) as entry
    join payments on payments.account = entry.account and payments.status = 'succeeded'
      and payments.created_at >= entry."begunSince" and payments.created_at < entry.until
      and payments.amount = entry.amount and coalesce(payments.paid_at, '') between entry.since and entry.until
    order by line, payments.id`.execute(db)
  for (const { line, id } of rows) alike.set(line, [...(alike.get(line) ?? []), id])
  return alike
}

const columns = {
  id: 'text',
  external_id: 'text',
  account: 'text',
  amount: 'bigint',
  status: 'text',
  created_at: 'text',
  paid_at: 'text',
  method_kind: 'text',
  method_title: 'text',
  source: 'text',
} as const

type NewPaidElsewhere = Pick<Insertable<Tables['payments']>, keyof typeof columns>

export const insertPayments = async (trx: Queries, rows: readonly NewPaidElsewhere[]) => {
  if (rows.length > 0)
    await sql`insert into payments (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
}

const reversalColumns = {
  id: 'text',
  gateway: 'text',
  gateway_refund_id: 'text',
  payment_id: 'text',
  account: 'text',
  amount: 'bigint',
  refunded_at: 'text',
  recorded_at: 'text',
} as const

interface NewReversalRow {
  id: string
  externalId: string
  paymentId: string
  account: string
  amount: number
  at: string
}

/** Records reversals as refunds of their payments. */
export const insertReversals = async (trx: Queries, reversals: readonly NewReversalRow[], now: Date) => {
  if (reversals.length === 0) return
  const rows = reversals.map(({ id, externalId, paymentId, account, amount, at }) => ({
    id,
    gateway: reversalGateway,
    gateway_refund_id: externalId,
    payment_id: paymentId,
    account,
    amount,
    refunded_at: at,
    recorded_at: now.toISOString(),
  }))
  await sql`insert into refunds (${namesOf(reversalColumns)}) ${jsonRows(reversalColumns, rows)}`.execute(trx)
  const sums = new Map<string, number>()
  for (const { paymentId, amount } of reversals) sums.set(paymentId, (sums.get(paymentId) ?? 0) + amount)
  const changes = [...sums].map(([id, amount]) => ({ id, amount }))
  await sql`update payments set refunded = refunded + changed.amount
    from (${jsonRows({ id: 'text', amount: 'bigint' }, changes)}) as changed
    where payments.id = changed.id`.execute(trx)
}

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

/** Pending and canceled payments of the site, newest first, by account. */
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
