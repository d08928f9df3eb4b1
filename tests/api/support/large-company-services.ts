import type { Queries } from 'api/db/database'
import { sql } from 'kysely'
import {
  type CompanySize,
  i,
  insertNumbered,
  moment,
  type NumberedColumns,
  numberedIn,
  recently,
  text,
} from './numbered-rows'

const farFuture = text('2099-01-01T00:00:00.000Z')

/**
 * The rest of a large company: saved cards, autopayments with a year of runs, refunds, what the test bank keeps, links and
 * codes, reminders, and the logs of operators.
 */
export const fillServices = async (db: Queries, { accounts, payments }: CompanySize) => {
  const { account, user } = numberedIn(accounts)
  const rows = (table: string, count: number, columns: NumberedColumns) =>
    insertNumbered(db, table, count, columns)
  const autopayments = Math.ceil(accounts / 2)
  const autopayment = sql`'autopayment-' || (1 + (i - 1) % ${sql.lit(autopayments)})`

  await rows('payment_methods', accounts, {
    id: sql`'method-' || i`,
    user_id: user(i),
    gateway: text('sandbox'),
    shop: text('sandbox'),
    gateway_method_id: sql`'card-' || i`,
    kind: text('card'),
    title: text('Мир •• 1322'),
    created_at: moment(i),
  })
  await rows('autopayments', autopayments, {
    id: sql`'autopayment-' || i`,
    user_id: user(i),
    account: account(i),
    rule: text('monthly'),
    day: sql`15`,
    amount: sql`100000`,
    limit_amount: sql`200000`,
    status: text('active'),
    method_id: sql`'method-' || i`,
    first_payment_id: sql`'payment-' || i`,
    planned_through: text('2026-03'),
    next_plan_at: farFuture,
    created_at: moment(i),
    consent_at: moment(i),
  })
  await rows('autopayment_runs', 12 * autopayments, {
    id: sql`'run-' || i`,
    autopayment_id: autopayment,
    period: sql`'2025-' || substr('010203040506070809101112', 1 + (i - 1) / ${sql.lit(autopayments)} * 2, 2)`,
    state: text('over'),
    charge_at: moment(i),
    due_at: moment(i),
    attempts: sql`1`,
    payment_id: sql`case when i <= ${sql.lit(payments)} then 'payment-' || i end`,
  })
  await rows('autopayment_run_lines', 12 * autopayments, {
    run_id: sql`'run-' || i`,
    attempt: sql`1`,
    autopayment_id: autopayment,
    at: moment(i),
    outcome: text('charged'),
    reason: text('charged_by_schedule'),
    amount: sql`100000`,
  })
  await rows('opt_out_links', 12 * autopayments, {
    id: sql`'opt-out-' || i`,
    run_id: sql`'run-' || i`,
    code_hash: text('-'),
    created_at: moment(i),
  })
  await rows('sandbox_cards', accounts, {
    id: sql`'card-' || i`,
    number: text('2202474301322987'),
    expires: text('2030-12'),
    later_charges: text('paid'),
  })
  await rows('sandbox_payments', payments, {
    id: sql`'at-the-bank-' || i`,
    merchant_payment: sql`'payment-' || i`,
    account: account(i),
    amount: sql`10000 + i % 977`,
    description: text('Оплата'),
    receipt_email: text('anna@example.ru'),
    saves_card: sql`0`,
    status: text('succeeded'),
    created_at: moment(i),
    settled_at: moment(i),
  })
  await rows('sandbox_charges', payments, {
    id: sql`'charge-' || i`,
    payment_id: sql`'at-the-bank-' || i`,
    merchant_payment: sql`'payment-' || i`,
    amount: sql`10000 + i % 977`,
    charged_at: moment(i),
  })
  await rows('sandbox_keys', accounts, {
    key: sql`'key-' || i`,
    payment_id: sql`'at-the-bank-' || i`,
    body_hash: text('-'),
    created_at: recently(i),
  })
  await rows('sandbox_refunds', accounts, {
    id: sql`'bank-refund-' || i`,
    payment_id: sql`'at-the-bank-' || i`,
    amount: sql`1`,
    status: text('succeeded'),
    created_at: moment(i),
  })
  await rows('refunds', accounts, {
    id: sql`'refund-' || i`,
    gateway: text('sandbox'),
    gateway_refund_id: sql`'bank-refund-' || i`,
    payment_id: sql`'payment-' || i`,
    account: account(i),
    amount: sql`1`,
    refunded_at: moment(i),
    recorded_at: moment(i),
  })
  await rows('refund_requests', Math.ceil(accounts / 30), {
    id: sql`'request-' || i`,
    payment_id: sql`'payment-' || i`,
    gateway: text('sandbox'),
    amount: sql`1`,
    idempotency_key: sql`'refund-key-' || i`,
    body: text('{}'),
    created_at: moment(i),
  })
  await rows('refund_request_states', Math.ceil(accounts / 30), {
    request_id: sql`'request-' || i`,
    state: text('accepted'),
  })
  await rows('reconciliation_runs', accounts, {
    id: sql`'reconciliation-' || i`,
    gateway: text('sandbox'),
    from_at: moment(i),
    to_at: moment(i),
    started_at: moment(i),
    finished_at: moment(i),
    leased_until: moment(i),
  })
  await rows('reconciliation_differences', accounts, {
    run_id: sql`'reconciliation-' || i`,
    kind: text('state_differs'),
    gateway_id: sql`'at-the-bank-' || i`,
    payment_id: sql`'payment-' || i`,
    mended: sql`1`,
  })
  await rows('mailed_tokens', 2 * accounts, {
    id: sql`'token-' || i`,
    user_id: user(i),
    purpose: text('reset'),
    code_hash: text('-'),
    created_at: recently(i),
    expires_at: recently(i),
  })
  await rows('registration_attempts', 2 * accounts, {
    email_normalized: sql`'stranger' || i || '@example.ru'`,
    password_hash: text('-'),
    created_at: recently(i),
  })
  await rows('rate_limits', 2 * accounts, {
    key: sql`'limit-' || i`,
    count: sql`1`,
    window_ends_at: text('2026-03-03T00:00:00.000Z'),
  })
  await rows('idempotency_keys', accounts, {
    id: sql`'pressed-' || i`,
    body_hash: text('-'),
    created_at: text('2026-03-02T08:00:00.000Z'),
  })
  await rows('second_steps', accounts, {
    user_id: user(i),
    secret: text('-'),
    setup_expires_at: moment(i),
    turned_on_at: sql`case when i > 9 then ${moment(i)} end`,
  })
  await rows('recovery_codes', 4 * accounts, {
    user_id: user(i),
    code_hash: sql`'code-' || i`,
    created_at: moment(i),
  })
  await rows('reading_reminders', accounts, {
    user_id: user(i),
    asked_at: moment(i),
    reminded_of: sql`case when i > 9 then '2099-01-25' end`,
  })
  await rows('invoice_letters', accounts, {
    user_id: user(i),
    asked_at: moment(i),
    next_look_on: sql`case when i > 9 then '2099-01-25' else '2026-01-25' end`,
  })
  await rows('invoice_notices', accounts, {
    id: sql`'told-' || i`,
    user_id: user(i),
    invoice_id: sql`'invoice-' || i`,
    notified_at: recently(i),
  })
  await rows('account_grants', accounts, {
    id: sql`'grant-' || i`,
    account: sql`(select account from customer_accounts where user_id = ${user(i)} limit 1)`,
    user_id: user(sql`i - 1`),
    readings: sql`1`,
    pay: sql`1`,
    status: text('revoked'),
    code_hash: sql`'grant-code-' || i`,
    created_at: moment(i),
    ended_at: recently(i),
  })
  await rows('reminder_links', accounts, {
    id: sql`'reminder-' || i`,
    user_id: user(i),
    code_hash: text('-'),
    created_at: recently(i),
  })
  await rows('calendar_links', accounts, {
    user_id: user(i),
    token_hash: sql`'calendar-' || i`,
    created_at: moment(i),
  })
  await rows('autopayment_proofs', accounts, {
    payment_id: sql`'payment-' || i`,
    rule: text('invoice'),
    limit_amount: sql`100`,
    consent_at: moment(i),
    keep_until: recently(i),
  })
  await rows('destruction_log', accounts, {
    id: sql`'deletion-' || i`,
    asked_at: moment(i),
    destroyed_at: moment(i),
    reason: text('asked_by_customer'),
    counts: text('{}'),
  })
  await rows('operator_log', accounts, {
    id: sql`'operation-' || i`,
    run_id: sql`'run-' || i`,
    stage: text('done'),
    at: moment(i),
    operator: text('ivan'),
    action: text('find'),
    counts: text('{}'),
  })
}
