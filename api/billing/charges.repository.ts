import type { Queries } from 'api/db/database'
import { toKopecks } from 'contract/money'

export interface IssuedCharge {
  period: string
  /** A day. */
  issuedAt: string
  /** Kopecks, penalty included. */
  charged: number
}

/** What the account was charged, newest first. */
export const findCharges = (
  db: Queries,
  { account, limit }: { account: string; limit: number },
): Promise<IssuedCharge[]> =>
  db
    .selectFrom('invoices')
    .select((eb) => ['period', 'issued_at as issuedAt', eb('charged', '+', eb.ref('penalty')).as('charged')])
    .where('account', '=', account)
    .orderBy('period', 'desc')
    .limit(limit)
    .execute()

/** What was paid by day since the given day, oldest first. */
export const findPaidDays = (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<{ day: string; amount: number }[]> =>
  db
    .selectFrom('payment_daily_sums')
    .select(['day', 'amount'])
    .where('account', '=', account)
    .where('day', '>=', since)
    .where('status', '=', 'succeeded')
    .orderBy('day')
    .execute()

/** Refunded payments created since a moment, with the refunded amount. */
export const findRefundedPayments = (
  db: Queries,
  { account, since }: { account: string; since: string },
): Promise<{ createdAt: string; refunded: number }[]> =>
  db
    .selectFrom('payments')
    .select(['created_at as createdAt', 'refunded'])
    .where('account', '=', account)
    .where('created_at', '>=', since)
    .where('refunded', '>', toKopecks(0))
    .execute()
