import type { Queries } from 'api/db/database'

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

export type ExportedPayment = Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number]

export const findOwnPayments = (
  db: Queries,
  userId: string,
  last: { createdAt: string; id: string } | undefined,
  most: number,
): Promise<ExportedPayment[]> =>
  payments(db)
    .where('payments.user_id', '=', userId)
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('payments.created_at', 'payments.id'),
          '>',
          eb.tuple(last?.createdAt ?? '', last?.id ?? ''),
        ),
      ),
    )
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .limit(most)
    .execute()

/** Payments that were made without signing in, with one of these e-mails for the receipt. */
export const findGuestPayments = (
  db: Queries,
  emails: readonly string[],
  after: string,
  most: number,
): Promise<ExportedPayment[]> =>
  payments(db)
    .where('intent.guest_email', 'in', emails)
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(most)
    .execute()

/** What belongs to payments; each row names its payment. */
export const findPartsOfPayments = async (db: Queries, ids: readonly string[]) => ({
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

export const findAutopaymentIds = async (db: Queries, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('autopayments')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findRunsOf = (db: Queries, autopayment: string, after: string, most: number) =>
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
    .limit(most)
    .execute()

/** What belongs to runs; each row names its run. */
export const findPartsOfRuns = async (db: Queries, ids: readonly string[]) => ({
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
