import type { Queries } from 'api/db/database'
import type { PaymentsTable } from 'api/db/tables'
import type { PagePlace } from 'api/http/page-cursor'
import { type Kopecks, toKopecks } from 'contract/money'
import { paymentStatus } from 'contract/payments'

export interface PaymentFilter {
  account: string
  status: PaymentsTable['status'] | undefined
}

export interface PaymentPage extends PaymentFilter {
  /** Moments: created at this one or later, and before that one. */
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

/** Payments of the account, the newest first. */
export const findPayments = async (db: Queries, page: PaymentPage): Promise<PaymentRow[]> => {
  const found = await findNewest(db, page)
  // Not a condition of the query: with two ends of time SQLite takes the index that knows no status.
  return found.filter(({ createdAt }) => page.since === undefined || createdAt >= page.since)
}

/** Whatever the filter, an index holds the payments in this very order. */
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

/** How many payments there are and what they come to, from the sums of the days. */
export const sumPayments = async (
  db: Queries,
  { account, status, from, to }: PaymentFilter & { from: string | undefined; to: string | undefined },
): Promise<{ count: number; totalAmount: Kopecks }> => {
  let query = db
    .selectFrom('payment_daily_sums')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('count'), eb.lit(0)).as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('totalAmount'),
    ])
    .where('account', '=', account)
    // All of them are named for the index, which has the days in order for each status.
    .where('status', 'in', status ? [status] : paymentStatus.options)
  if (from !== undefined) query = query.where('day', '>=', from)
  if (to !== undefined) query = query.where('day', '<=', to)
  const { count, totalAmount } = await query.executeTakeFirstOrThrow()
  return { count, totalAmount: toKopecks(totalAmount) }
}
