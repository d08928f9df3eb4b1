import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { PagePlace } from 'api/http/page-cursor'
import { type Kopecks, toKopecks } from 'contract/money'
import { paymentStatus } from 'contract/payments'
import { sql } from 'kysely'

interface PaymentFilter {
  account: string
  status: Tables['payments']['status'] | undefined
}

interface PaymentPage extends PaymentFilter {
  /** Moments: created at `since` or later, and before `until`. */
  since: string | undefined
  until: string | undefined
  after: PagePlace | undefined
  limit: number
}

const columns = [
  'id',
  'account',
  'user_id as userId',
  'amount',
  'status',
  'created_at as createdAt',
  'paid_at as paidAt',
  'method_kind as methodKind',
  'method_title as methodTitle',
  'source',
  'receipt_url as receiptUrl',
  'receipt_status as receiptStatus',
  'decline_reason as declineReason',
  'refunded',
] as const

export type PaymentRow = Awaited<ReturnType<typeof findNewest>>[number]

/** A customer's own payment, also one that no gateway knows; undefined for anybody else's. */
export const findOwnPayment = async (
  db: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(columns)
    .executeTakeFirst()

/** The most pending payments to list: nobody looks at more at once. */
const MAX_PENDING = 100

/** The customer's own pending payments of these accounts, the newest first. */
export const findOwnPending = (
  db: Queries,
  { userId, accounts }: { userId: string; accounts: readonly string[] },
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .where('account', 'in', accounts)
    .where('status', '=', 'pending')
    .where('user_id', '=', userId)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PENDING)
    .execute()

/** Payments of the account, the newest first. */
export const findPayments = async (db: Queries, page: PaymentPage): Promise<PaymentRow[]> => {
  const payments = await findNewest(db, page)
  // Not a condition of the query: with both bounds SQLite chooses the index without the status.
  return payments.filter(({ createdAt }) => page.since === undefined || createdAt >= page.since)
}

/** For every filter an index has the payments in this order. */
const findNewest = (db: Queries, { account, status, until, after, limit }: Omit<PaymentPage, 'since'>) => {
  let query = db.selectFrom('payments').where('account', '=', account)
  if (status !== undefined) query = query.where('status', '=', status)
  if (until !== undefined && (after === undefined || until <= after.at)) {
    query = query.where('created_at', '<', until)
  } else if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)))
  }
  return query.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

interface PaymentTotals {
  count: number
  totalAmount: Kopecks
  /** Succeeded payments. */
  paidCount: number
  /** Of succeeded payments; refunds are not subtracted. */
  paidAmount: Kopecks
}

/** Counts and sums all payments of the filter, from the daily sums. */
export const sumPayments = async (
  db: Queries,
  { account, status, from, to }: PaymentFilter & { from: string | undefined; to: string | undefined },
): Promise<PaymentTotals> => {
  let query = db
    .selectFrom('payment_daily_sums')
    .select((eb) => [
      'status',
      eb.fn.sum<number>('count').as('count'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .groupBy('status')
    .where('account', '=', account)
    // Names all statuses, for the index: it has the days in order for each status.
    .where('status', 'in', status ? [status] : paymentStatus.options)
  if (from !== undefined) query = query.where('day', '>=', from)
  if (to !== undefined) query = query.where('day', '<=', to)
  const sums = await query.execute()
  const paid = sums.find((sum) => sum.status === 'succeeded')
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    totalAmount: toKopecks(sums.reduce((total, { amount }) => total + amount, 0)),
    paidCount: paid?.count ?? 0,
    paidAmount: toKopecks(paid?.amount ?? 0),
  }
}

/** Kopecks refunded so far of the account's payments, from the index of refunded ones. */
export const sumRefunded = async (
  db: Queries,
  { account, since, until }: Pick<PaymentPage, 'account' | 'since' | 'until'>,
): Promise<number> => {
  let query = db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('refunded'), eb.lit(0)).as('refunded'))
    .where('account', '=', account)
    .where(sql.ref<number>('refunded'), '>', sql.lit(0))
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return (await query.executeTakeFirstOrThrow()).refunded
}
