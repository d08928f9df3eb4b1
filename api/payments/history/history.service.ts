import { findGrantHolders, type OwnAccount, requireRight } from 'api/accounts'
import { type PagePlace, writeCursor } from 'api/http/page-cursor'
import type { PaymentStatus } from 'contract/payments'
import { addDays } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import type { PaymentRoutesDeps } from '../processing/payments'
import { shownSource } from '../store/payments.repository'
import {
  findUnanswered,
  findWaysOn,
  keysForgottenSince,
  type WayOn,
} from '../store/pending-payments.repository'
import { findOwnPending, findPayments, type PaymentRow, sumPayments, sumRefunded } from './history.repository'
import { wayOnView } from './payment-view'

interface HistoryFilter {
  /** The first and the last day, in the company's time zone; open when left out. */
  from?: string | undefined
  to?: string | undefined
  status?: PaymentStatus | undefined
  cursor?: PagePlace | undefined
  limit?: number | undefined
}

const usualLimit = 20

/** Reads payments. Throws AccessRefused for accounts that the customer may not see. */
export function historyService({
  config,
  database: { db },
  payments: { gateway },
}: Pick<PaymentRoutesDeps, 'config' | 'database' | 'payments'>) {
  const begins = (day: string) => startOfDay(day, config.timeZone).toISOString()

  return {
    /** A page of payments by the day they were created on, newest first, with the count and sum of the whole filter. */
    async list(own: OwnAccount, { from, to, status, cursor, limit = usualLimit }: HistoryFilter, now: Date) {
      const access = await requireRight(db, { ...own, now }, 'view')
      const { account, userId } = own
      const moments = { since: from && begins(from), until: to && begins(addDays(to, 1)) }
      const rows = await findPayments(db, { account, status, ...moments, after: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const isOfOwner = await ownersAmong(own, page)
      const asPayment = await reader(userId, page, now, (row) => access.isOwner && isOfOwner(row))
      const totals = await sumPayments(db, { account, status, from, to })
      const refunded = await sumRefunded(db, { account, ...moments })
      return {
        data: page.map(asPayment),
        meta: {
          nextCursor: last && rows.length > limit ? writeCursor({ at: last.createdAt, id: last.id }) : null,
          ...totals,
          paidAmount: totals.paidCount > 0 ? totals.paidAmount - refunded : 0,
        },
      }
    },

    /** The customer's own pending payments of these accounts, newest first, by account. */
    async pending({ userId, accounts }: { userId: string; accounts: readonly string[] }, now: Date) {
      const rows = accounts.length > 0 ? await findOwnPending(db, { userId, accounts }) : []
      const asPayment = await reader(userId, rows, now)
      const byAccount = new Map<string, ReturnType<typeof asPayment>[]>()
      for (const row of rows)
        byAccount.set(row.account, [...(byAccount.get(row.account) ?? []), asPayment(row)])
      return byAccount
    },
  }

  /** Whether a payment was not made by the holder of a grant. */
  async function ownersAmong({ userId, account }: OwnAccount, page: readonly PaymentRow[]) {
    const hasOthers = page.some((row) => row.userId !== null && row.userId !== userId)
    const holders = hasOthers ? await findGrantHolders(db, account) : []
    return ({ userId: payer }: PaymentRow) => payer === null || !holders.includes(payer)
  }

  /**
   * Reads what else is stored of the pending ones among the payments, and returns how the customer sees each payment.
   * `showsMethod`: whether they see the kind of method and the state of the receipt of a payment that is not their own.
   */
  async function reader(
    userId: string,
    rows: readonly PaymentRow[],
    now: Date,
    showsMethod: (row: PaymentRow) => boolean = () => true,
  ) {
    const pending = rows.filter((row) => row.status === 'pending')
    const ways = await findWaysOn(
      db,
      pending.map(({ id }) => id),
    )
    const ids = pending.filter((row) => row.userId === userId).map(({ id }) => id)
    const unanswered = await findUnanswered(db, ids, keysForgottenSince(gateway, now))
    return (row: PaymentRow) =>
      asPayment(row, {
        reader: userId,
        unanswered,
        way: ways.get(row.id),
        isHidden: row.userId !== userId && !showsMethod(row),
      })
  }
}

// Fields one by one: copies by spread of the rows of SQLite's driver stay in memory longer, and a download has thousands.
function asPayment(
  row: PaymentRow,
  {
    reader,
    unanswered,
    way,
    isHidden,
  }: { reader: string; unanswered: ReadonlySet<string>; way: WayOn | undefined; isHidden: boolean },
) {
  const own = row.userId === reader
  const isFromElsewhere = row.source === 'other'
  const methodKind = row.methodKind ?? way?.methodKind ?? null
  const methodTitle = row.methodTitle ?? way?.methodTitle ?? null
  return {
    id: row.id,
    account: row.account,
    amount: row.amount,
    status: row.status,
    refunded: row.refunded,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    // Which card it was is for its payer alone, as are the bank's reason and the fiscal receipt with the payer's e-mail.
    // Of a payment across a grant nobody but its payer sees anything of the method.
    method:
      methodKind && !isHidden
        ? { kind: methodKind, title: (own || isFromElsewhere ? methodTitle : null) ?? '' }
        : null,
    source: shownSource(row.source),
    receiptUrl: own ? row.receiptUrl : null,
    receiptStatus: isHidden ? null : row.receiptStatus,
    cancelReason: own ? row.declineReason : null,
    ...wayOnView((own && way) || null),
    own,
    unanswered: unanswered.has(row.id),
    basket: own ? way?.basket : null,
  }
}
