import { maskAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { mapPages, pagesOf, rowsAtOnce } from 'api/db/pages'
import { jsonWithout } from './export-person.repository'

const payments = (db: Queries) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_intents as intent', 'intent.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.account',
      'payments.amount',
      'payments.status',
      'payments.created_at as createdAt',
      'payments.paid_at as paidAt',
      'payments.recorded_at as recordedAt',
      'payments.method_kind as methodKind',
      'payments.method_title as methodTitle',
      'payments.source',
      'payments.receipt_url as receiptUrl',
      'payments.receipt_status as receiptStatus',
      'payments.decline_reason as declineReason',
      'payments.refunded',
      'intent.gateway',
      'intent.shop',
      'intent.request',
      'intent.method_id as savedCard',
      'intent.state',
      'intent.sends',
      'intent.first_sent_at as firstSentAt',
      'intent.last_contact_at as lastContactAt',
      'intent.next_check_at as nextCheckAt',
      'intent.gateway_payment_id as gatewayPaymentId',
      'intent.confirmation_url as confirmationUrl',
      'intent.qr',
      'intent.qr_expires_at as qrExpiresAt',
      'intent.asked_cancel_reason as askedCancelReason',
      'intent.guest_email as guestEmail',
      'intent.basket_id as basket',
    ])

type ExportedPayment = Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number]

export const ownPaymentsOf = (db: Queries, userId: string) =>
  mapPages(
    pagesOf({
      start: { createdAt: '', id: '' },
      find: (after) =>
        payments(db)
          .where('payments.user_id', '=', userId)
          .where((eb) =>
            eb(eb.refTuple('payments.created_at', 'payments.id'), '>', eb.tuple(after.createdAt, after.id)),
          )
          .orderBy('payments.created_at')
          .orderBy('payments.id')
          .limit(rowsAtOnce)
          .execute(),
      placeOf: (payment) => payment,
    }),
    (page) => withParts(db, page),
  )

/**
 * Payments that were made without signing in, with one of these e-mails for the receipt. Anybody may have typed the
 * e-mail, so the account is as hidden as on the page of such a payment.
 */
export const guestPaymentsOf = (db: Queries, emails: readonly string[]) =>
  mapPages(
    pagesOf({
      start: '',
      find: (after) =>
        payments(db)
          .where('intent.guest_email', 'in', emails)
          .where('payments.id', '>', after)
          .orderBy('payments.id')
          .limit(rowsAtOnce)
          .execute(),
      placeOf: ({ id }) => id,
    }),
    async (page) => {
      const payments = await withParts(db, page)
      return payments.map(({ account, request, refunds, refundRequests, ...payment }) => ({
        ...payment,
        account: maskAccount(account),
        request: request && { ...request, account: maskAccount(account) },
        refunds: refunds.map((refund) => ({ ...refund, account: maskAccount(account) })),
        refundRequests: refundRequests.map(({ body: _, ...refundRequest }) => refundRequest),
      }))
    },
  )

const withParts = async (db: Queries, payments: readonly ExportedPayment[]) => {
  if (payments.length === 0) return []
  const parts = await findPartsOfPayments(
    db,
    payments.map(({ id }) => id),
  )
  const partsOf = <Part extends { payment: string | null }>(rows: readonly Part[], id: string) =>
    rows.filter(({ payment }) => payment === id).map(({ payment: _, ...part }) => part)
  return payments.map(({ request, ...payment }) => ({
    ...payment,
    request: asShownRequest(request),
    events: partsOf(parts.events, payment.id),
    webhooks: partsOf(parts.webhooks, payment.id),
    refunds: partsOf(parts.refunds, payment.id),
    refundChecks: partsOf(parts.refundChecks, payment.id),
    refundRequests: partsOf(parts.refundRequests, payment.id),
    reconciliationDifferences: partsOf(parts.differences, payment.id).map(({ mended, ...difference }) => ({
      ...difference,
      mended: mended === 1,
    })),
  }))
}

/** The request to the gateway, without the gateway's id of the card, which can be charged. */
const asShownRequest = (request: string | null) =>
  request === null ? null : jsonWithout('savedMethod', request)

/** Reads the rows that belong to payments; each row names its payment. */
const findPartsOfPayments = async (db: Queries, ids: readonly string[]) => ({
  events: await db
    .selectFrom('payment_events')
    .select(['payment_id as payment', 'step', 'at', 'actor', 'from_state as from', 'to_state as to', 'why'])
    .where('payment_id', 'in', ids)
    .orderBy('payment_id')
    .orderBy('step')
    .execute(),
  webhooks: await db
    .selectFrom('gateway_webhooks')
    .select(['payment_id as payment', 'gateway', 'webhook', 'taken_at as takenAt'])
    .where('payment_id', 'in', ids)
    .execute(),
  refunds: await db
    .selectFrom('refunds')
    .select([
      'payment_id as payment',
      'id',
      'gateway',
      'gateway_refund_id as gatewayRefundId',
      'account',
      'amount',
      'refunded_at as refundedAt',
      'recorded_at as recordedAt',
    ])
    .where('payment_id', 'in', ids)
    .orderBy('refunded_at')
    .execute(),
  refundChecks: await db
    .selectFrom('refund_checks')
    .select([
      'payment_id as payment',
      'gateway',
      'gateway_refund_id as gatewayRefundId',
      'created_at as createdAt',
      'next_check_at as nextCheckAt',
    ])
    .where('payment_id', 'in', ids)
    .execute(),
  refundRequests: await db
    .selectFrom('refund_requests')
    .innerJoin('refund_request_states as state', 'state.request_id', 'refund_requests.id')
    .select([
      'refund_requests.payment_id as payment',
      'refund_requests.id',
      'refund_requests.gateway',
      'refund_requests.amount',
      'refund_requests.body',
      'refund_requests.created_at as createdAt',
      'state.state',
      'state.sends',
      'state.first_sent_at as firstSentAt',
      'state.gateway_refund_id as gatewayRefundId',
      'state.reason',
      'state.next_check_at as nextCheckAt',
    ])
    .where('refund_requests.payment_id', 'in', ids)
    .orderBy('refund_requests.created_at')
    .execute(),
  differences: await db
    .selectFrom('reconciliation_differences')
    .select([
      'payment_id as payment',
      'run_id as reconciliation',
      'kind',
      'gateway_id as gatewayId',
      'ours',
      'theirs',
      'mended',
    ])
    .where('payment_id', 'in', ids)
    .execute(),
})

export async function* autopaymentRunsOf(db: Queries, userId: string) {
  for (const id of await findAutopaymentIds(db, userId))
    yield* mapPages(
      pagesOf({ start: '', find: (after) => findRunsOf(db, id, after), placeOf: ({ period }) => period }),
      (page) => runsWithParts(db, page),
    )
}

const findAutopaymentIds = async (db: Queries, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('autopayments')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const findRunsOf = (db: Queries, autopayment: string, after: string) =>
  db
    .selectFrom('autopayment_runs')
    .select([
      'id',
      'autopayment_id as autopayment',
      'period',
      'state',
      'charge_at as chargeAt',
      'due_at as dueAt',
      'attempts',
      'warned_amount as warnedAmount',
      'warning_id as warning',
      'warned_at as warnedAt',
      'warn_by as warnBy',
      'told_over_limit as toldOverLimit',
      'payment_id as payment',
      'fencing_token as fencingToken',
      'leased_until as leasedUntil',
    ])
    .where('autopayment_id', '=', autopayment)
    .where('period', '>', after)
    .orderBy('period')
    .limit(rowsAtOnce)
    .execute()

const runsWithParts = async (
  db: Queries,
  runs: readonly Awaited<ReturnType<typeof findRunsOf>>[number][],
) => {
  if (runs.length === 0) return []
  const parts = await findPartsOfRuns(
    db,
    runs.map(({ id }) => id),
  )
  const partsOf = <Part extends { run: string }>(rows: readonly Part[], id: string) =>
    rows.filter(({ run }) => run === id).map(({ run: _, ...part }) => part)
  return runs.map(({ toldOverLimit, ...run }) => ({
    ...run,
    toldOverLimit: toldOverLimit === 1,
    attemptsMade: partsOf(parts.lines, run.id),
    optOutLinks: partsOf(parts.optOutLinks, run.id),
  }))
}

/** Reads the rows that belong to runs; each row names its run. */
const findPartsOfRuns = async (db: Queries, ids: readonly string[]) => ({
  lines: await db
    .selectFrom('autopayment_run_lines')
    .select([
      'run_id as run',
      'attempt',
      'at',
      'outcome',
      'reason',
      'amount',
      'payment_id as payment',
      'decline_reason as declineReason',
      'retry_on as retryOn',
      'limit_amount as limit',
    ])
    .where('run_id', 'in', ids)
    .orderBy('run_id')
    .orderBy('attempt')
    .execute(),
  optOutLinks: await db
    .selectFrom('opt_out_links')
    .select(['run_id as run', 'id', 'created_at as createdAt'])
    .where('run_id', 'in', ids)
    .orderBy('created_at')
    .execute(),
})
