import { findGrantHolders, type OwnAccount, requireRight } from 'api/accounts'
import { type PagePlace, writeCursor } from 'api/http/page-cursor'
import type { PaymentStatus } from 'contract/payments'
import { addDays } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import type { PaymentRoutesDeps } from '../processing/payments'
import { shownSource } from '../store/payments.repository'
import {
  type Continuation,
  findContinuations,
  findUnanswered,
  keysForgottenSince,
} from '../store/pending-payments.repository'
import { findOwnPending, findPayments, type PaymentRow, sumPayments, sumRefunded } from './history.repository'
import { continuationView } from './payment-view'

interface HistoryFilter {
  /** The first and the last day, in the company's time zone; open when left out. */
  from?: string | undefined
  to?: string | undefined
  status?: PaymentStatus | undefined
  cursor?: PagePlace | undefined
  limit?: number | undefined
}

const defaultLimit = 20

/** Reads payments. Throws AccessRefused for accounts that the customer may not see. */
export function historyService({
  config,
  database: { db },
  payments: { gateway },
}: Pick<PaymentRoutesDeps, 'config' | 'database' | 'payments'>) {
  const startOf = (day: string) => startOfDay(day, config.timeZone).toISOString()

  return {
    /** A page of payments by the day they were created on, newest first, with the count and sum of the whole filter. */
    async list(
      own: OwnAccount,
      { from, to, status, cursor, limit = defaultLimit }: HistoryFilter,
      now: Date,
    ) {
      const access = await requireRight(db, { ...own, now }, 'view')
      const { account, userId } = own
      const moments = { since: from && startOf(from), until: to && startOf(addDays(to, 1)) }
      const rows = await findPayments(db, { account, status, ...moments, after: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const isOfOwner = await ownerCheck(own, page)
      const asPayment = await paymentViewer(userId, page, now, (row) => access.isOwner && isOfOwner(row))
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
      const asPayment = await paymentViewer(userId, rows, now)
      const byAccount = new Map<string, ReturnType<typeof asPayment>[]>()
      for (const row of rows)
        byAccount.set(row.account, [...(byAccount.get(row.account) ?? []), asPayment(row)])
      return byAccount
    },
  }

  /** Returns a function that is true for payments of owners and guests, false for those of grant holders. */
  async function ownerCheck({ userId, account }: OwnAccount, page: readonly PaymentRow[]) {
    const hasOthers = page.some((row) => row.userId !== null && row.userId !== userId)
    const holders = hasOthers ? await findGrantHolders(db, account) : []
    return ({ userId: payer }: PaymentRow) => payer === null || !holders.includes(payer)
  }

  /**
   * Reads more about the pending payments. Returns a function that converts a payment to what the customer may see.
   * `showsMethod`: whether they see the kind of method and the state of the receipt of a payment that is not their own.
   */
  async function paymentViewer(
    userId: string,
    rows: readonly PaymentRow[],
    now: Date,
    showsMethod: (row: PaymentRow) => boolean = () => true,
  ) {
    const pending = rows.filter((row) => row.status === 'pending')
    const ways = await findContinuations(
      db,
      pending.map(({ id }) => id),
    )
    const ids = pending.filter((row) => row.userId === userId).map(({ id }) => id)
    const unanswered = await findUnanswered(db, ids, keysForgottenSince(gateway, now))
    return (row: PaymentRow) =>
      asPayment(row, {
        viewer: userId,
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
    viewer,
    unanswered,
    way,
    isHidden,
  }: { viewer: string; unanswered: ReadonlySet<string>; way: Continuation | undefined; isHidden: boolean },
) {
  const own = row.userId === viewer
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
    // Only the payer sees the card, the bank's reason and the fiscal receipt, which has the payer's e-mail.
    // If the payer or the viewer uses a grant, the viewer sees nothing of the method.
    method:
      methodKind && !isHidden
        ? { kind: methodKind, title: (own || isFromElsewhere ? methodTitle : null) ?? '' }
        : null,
    source: shownSource(row.source),
    receiptUrl: own ? row.receiptUrl : null,
    receiptStatus: isHidden ? null : row.receiptStatus,
    cancelReason: own ? row.declineReason : null,
    ...continuationView((own && way) || null),
    own,
    unanswered: unanswered.has(row.id),
    basket: own ? way?.basket : null,
  }
}
