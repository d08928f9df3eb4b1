import type { DeclineReason } from 'contract/decline-reasons'
import type { ColumnType } from 'kysely'

/**
 * Every table of the embedded product API. Moments are ISO 8601 text in UTC as `Date.toISOString` writes them (so they
 * sort as text), days `2026-10-05`, periods `2026-10`, money whole kopecks (above zero is owed), flags 0 or 1.
 */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  mailed_tokens: MailedTokensTable
  mail_requests: MailRequestsTable
  known_devices: KnownDevicesTable
  rate_limits: RateLimitsTable
  idempotency_keys: IdempotencyKeysTable
  outbox: OutboxTable
  payees: PayeesTable
  register_accounts: RegisterAccountsTable
  customer_accounts: CustomerAccountsTable
  invoices: InvoicesTable
  payments: PaymentsTable
  payment_daily_sums: PaymentDailySumsTable
  ledger_entries: LedgerEntriesTable
  account_balances: AccountBalancesTable
  payment_methods: PaymentMethodsTable
  payment_intents: PaymentIntentsTable
  payment_events: PaymentEventsTable
  gateway_notices: GatewayNoticesTable
  autopayments: AutopaymentsTable
  autopayment_runs: AutopaymentRunsTable
  autopayment_run_lines: AutopaymentRunLinesTable
  autopayment_notices: AutopaymentNoticesTable
  refunds: RefundsTable
  refund_checks: RefundChecksTable
  refund_requests: RefundRequestsTable
  refund_request_states: RefundRequestStatesTable
  reconciliation_runs: ReconciliationRunsTable
  reconciliation_differences: ReconciliationDifferencesTable
  sandbox_payments: SandboxPaymentsTable
  sandbox_refunds: SandboxRefundsTable
  sandbox_keys: SandboxKeysTable
  sandbox_cards: SandboxCardsTable
  sandbox_charges: SandboxChargesTable
  sandbox_notices: SandboxNoticesTable
  settings: SettingsTable
}

/** May be left out on insert: the column has a default. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>
export type Flag = 0 | 1

export interface UsersTable {
  id: string
  name: string
  /** As the customer typed it, for letters and screens. */
  email: string
  email_normalized: string
  phone: Nullable<string>
  password_hash: string
  email_verified_at: Nullable<string>
  created_at: string
  consent_version: Nullable<string>
  consent_at: Nullable<string>
  consent_address: Nullable<string>
}

export interface SessionsTable {
  token_hash: string
  user_id: string
  device: Nullable<string>
  created_at: string
  last_used_at: string
}

export type TokenPurpose = 'verify' | 'reset' | 'change-email' | 'undo-email'

export interface MailedTokensTable {
  id: string
  user_id: string
  purpose: TokenPurpose
  code_hash: string
  /** What the purpose needs besides: the other e-mail address; of `verify` what was registered, as JSON. */
  payload: Nullable<string>
  created_at: string
  expires_at: string
  used_at: Nullable<string>
}

export type MailRequestKind = 'registration' | 'verify' | 'reset' | 'change-email'

/** «Somebody asked for a letter»: written alike for every address; a job decides what is really sent. */
export interface MailRequestsTable {
  id: string
  kind: MailRequestKind
  email: string
  /** Who is signed in and asks; null where anybody may. */
  user_id: Nullable<string>
  /** Of `registration` what was registered, as JSON. */
  registered: Nullable<string>
  created_at: string
  attempts: Defaulted<number>
  next_attempt_at: string
}

export interface KnownDevicesTable {
  user_id: string
  device_hash: string
  last_seen_at: string
}

export interface IdempotencyKeysTable {
  /** A hash of the call, its owner and the key. */
  id: string
  body_hash: string
  /** JSON; null for an answer without data. */
  answer: string | null
  created_at: string
}

export interface RateLimitsTable {
  /** A hash of what is limited: no address stands here in the clear. */
  key: string
  count: number
  window_ends_at: string
}

export interface OutboxTable {
  id: string
  recipient: string
  kind: string
  subject: string
  text: string
  html: string
  /** Further headers as a JSON object. */
  headers: Nullable<string>
  created_at: string
  attempts: Defaulted<number>
  /** Pushed ahead when a relay takes the letter, so that two relays don't send it at once. */
  next_attempt_at: string
  last_error: Nullable<string>
  sent_at: Nullable<string>
  dead_at: Nullable<string>
}

export interface PayeesTable {
  id: string
  name: string
  inn: string
  kpp: Nullable<string>
  bank_name: string
  bic: string
  correspondent_account: string
  settlement_account: string
}

/** The company's register: every account there is, whoever has added it. */
export interface RegisterAccountsTable {
  account: string
  /** What the account is for: «Квартира», «Гараж». */
  title: Nullable<string>
  address: string
  payer_name: string
  area: Nullable<number>
  residents: Nullable<number>
  /** Number, title and address in lower case, for the filter: SQLite's own lower() knows no Cyrillic. */
  search_text: string
  /** Which of the questions of api/accounts/proof.ts is asked; null: none, so that nobody can add the account. */
  proof_kind: Nullable<string>
  proof_label: string
  proof_hint: Nullable<string>
  proof_answer_hash: string
  payee_id: string
}

export interface CustomerAccountsTable {
  user_id: string
  account: string
  /** The customer's own name for it; null shows the register's. */
  title: Nullable<string>
  is_default: Defaulted<Flag>
  added_at: string
}

export interface InvoicesTable {
  id: string
  account: string
  period: string
  issued_at: string
  due_at: string
  opening_balance: number
  /** The lines as JSON, in the shape of the contract's `invoiceLine`. */
  lines: string
  /** The sum of the lines' totals. */
  charged: number
  penalty: number
  /** Paid against this invoice so far. */
  paid: Defaulted<number>
}

export interface PaymentsTable {
  id: string
  account: string
  user_id: Nullable<string>
  amount: number
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
  paid_at: Nullable<string>
  method_kind: Nullable<'card' | 'sbp' | 'sberpay' | 'other'>
  method_title: Nullable<string>
  source: 'guest' | 'personal' | 'autopayment'
  receipt_url: Nullable<string>
  receipt_status: Nullable<'pending' | 'done' | 'failed'>
  decline_reason: Nullable<DeclineReason>
  /** Given back so far: the sum of its `refunds`, never more than `amount`. */
  refunded: Defaulted<number>
}

/** Count and sum of payments by day of creation: totals over a filter without a scan. */
export interface PaymentDailySumsTable {
  account: string
  day: string
  status: PaymentsTable['status']
  count: number
  amount: number
}

/** Append-only (the database refuses anything else); an account's balance is the sum of its entries. */
export interface LedgerEntriesTable {
  id: string
  account: string
  kind: 'charge' | 'penalty' | 'recalculation' | 'payment' | 'refund'
  /** Above zero is owed: a charge and a refund add, a payment is below zero. */
  amount: number
  happened_at: string
  invoice_id: Nullable<string>
  payment_id: Nullable<string>
  refund_id: Nullable<string>
}

/** What each account's ledger comes to. Kept by the database itself, by a trigger on the ledger; never written to. */
export interface AccountBalancesTable {
  account: string
  /** Above zero is owed. */
  balance: number
}

/** What a customer may be charged by without a bank's page: a saved card, as a rule. */
export interface PaymentMethodsTable {
  id: string
  user_id: string
  gateway: string
  gateway_method_id: string
  kind: 'card' | 'sbp' | 'sberpay' | 'other'
  title: string
  /** A day, the last on which it can be charged. */
  expires_at: Nullable<string>
  created_at: string
  /** Set: its owner has withdrawn it, and it may never be charged again. */
  unlinked_at: Nullable<string>
}

/** How a payment stands with its gateway: written down before the gateway hears of it. */
export interface PaymentIntentsTable {
  payment_id: string
  /** A hash of who asked and of the key they asked with: one payment for ever. It is the gateway's key, too. */
  request_key: string
  body_hash: string
  gateway: string
  /** The `PaymentRequest` as JSON. */
  request: string
  /** The saved method that is charged, if any. */
  method_id: Nullable<string>
  state: 'created' | 'sent' | 'unknown' | 'pending' | 'succeeded' | 'canceled'
  /** How many times the gateway was told to create it. */
  sends: Defaulted<number>
  first_sent_at: Nullable<string>
  /** The body that the gateway was first sent: a repeat under the same key has to be the same byte for byte. */
  sent_body: Nullable<string>
  /** When somebody last turned to the gateway about it, or was about to. */
  asked_at: string
  /** When a job is to look at it; pushed ahead by whoever does. Null: there is nothing more to learn. */
  next_check_at: Nullable<string>
  gateway_payment_id: Nullable<string>
  confirmation_url: Nullable<string>
}

/** Append-only (the database refuses anything else): every change of a payment's state. */
export interface PaymentEventsTable {
  payment_id: string
  /** From 1, without gaps. */
  step: number
  at: string
  /**
   * Whose word it goes by: `request` (who asked for the payment, and the gateway's answer to its creation), `webhook` and
   * `lookup` (what the gateway said when asked), `operator`, `time` (its age).
   */
  actor: 'request' | 'webhook' | 'lookup' | 'operator' | 'time'
  /** Null: it has just been stored. */
  from_state: Nullable<PaymentIntentsTable['state']>
  to_state: PaymentIntentsTable['state']
  /** A code: ours, or the gateway's own. */
  why: string
}

/** Webhooks that have had their effect. */
export interface GatewayNoticesTable {
  gateway: string
  /** What the webhook says and of which payment. */
  notice: string
  payment_id: string
  taken_at: string
}

/** A customer's standing order: what to take off which card, when, and that the customer has agreed to it. */
export interface AutopaymentsTable {
  id: string
  user_id: string
  account: string
  rule: 'invoice' | 'monthly'
  /** 1–28, of `monthly` alone. */
  day: Nullable<number>
  /** Of `monthly` alone: the most that is taken a month. */
  amount: Nullable<number>
  /** What asks for more is skipped. */
  limit_amount: number
  status: 'pending' | 'active' | 'paused' | 'failed'
  /** Why it has failed or was paused for its customer. */
  fail_reason: Nullable<DeclineReason | 'method_not_saved' | 'account_removed'>
  /** Saved by the first payment. */
  method_id: Nullable<string>
  first_payment_id: string
  /** The last period that has a run or that is not to have one. */
  planned_through: Nullable<string>
  /** Of an active `monthly`: when its next run is to be planned. */
  next_plan_at: Nullable<string>
  created_at: string
  consent_version: Nullable<string>
  consent_at: string
  consent_address: Nullable<string>
  /** Set: the customer has removed it. It is kept for what it did and for the consent. */
  deleted_at: Nullable<string>
}

/** What an autopayment does about one period: one run for ever, with an attempt or a few. */
export interface AutopaymentRunsTable {
  id: string
  autopayment_id: string
  /** Of `monthly` the month of the charge, of `invoice` the invoice's own. */
  period: string
  /** `open`: there is something to be done at `due_at`. `charging`: a payment is under way. */
  state: 'open' | 'charging' | 'over'
  /** When the money is to be taken. */
  charge_at: string
  due_at: string
  /** Charges begun so far. */
  attempts: Defaulted<number>
  /** What the customer was told will be taken; null: nothing was told yet, so nothing may be taken. */
  told_amount: Nullable<number>
  /** The letter in the outbox that tells it. Forgotten there long after it was sent. */
  warning_id: Nullable<string>
  /** When the run gives up on a warning that can not be sent; null: three days after the day of the charge. */
  warn_by: Nullable<string>
  told_over_limit: Defaulted<Flag>
  /** Of the newest attempt. */
  payment_id: Nullable<string>
  /** The fencing token: grows with each taking; whoever took the run before the last one writes nothing any more. */
  fence: Defaulted<number>
  leased_until: Nullable<string>
}

export type AutopaymentRunReason =
  | 'charged_by_invoice'
  | 'charged_by_schedule'
  /** It was taken for declined until the gateway told otherwise. */
  | 'charged_late'
  | 'declined'
  | 'nothing_owed'
  /** All that is owed are refunds. */
  | 'given_back'
  /** Less than can be paid by card. */
  | 'too_little'
  /** Another payment for the same debt is under way. */
  | 'other_payment'
  | 'not_warned'
  | 'account_too_long'
  | 'over_limit'
  | 'opted_out'
  | 'paused'
  | 'removed'
  | 'day_moved'
  | 'unlinked'
  | 'no_account'
  | 'suspended'
  /** The server did not run on the day of the charge. */
  | 'missed'
  /** Only in rows of earlier versions. */
  | 'other'

/** Why an attempt charged or did not. */
export interface AutopaymentRunLinesTable {
  run_id: string
  attempt: number
  autopayment_id: string
  at: string
  outcome: 'charged' | 'skipped' | 'failed'
  reason: AutopaymentRunReason
  amount: Nullable<number>
  payment_id: Nullable<string>
  /** Of `declined`. */
  decline_reason: Nullable<DeclineReason>
  /** Of `declined`: the day on which the charge is tried again. */
  retry_on: Nullable<string>
  /** Of `over_limit`: the limit of that day. */
  limit_amount: Nullable<number>
}

/** A mailed way to refuse the coming charge of a run. */
export interface AutopaymentNoticesTable {
  id: string
  run_id: string
  code_hash: string
  created_at: string
}

/** Append-only: money that the gateway has given back, whoever asked for it there. Each has its ledger entry. */
export interface RefundsTable {
  id: string
  gateway: string
  /** With `gateway` unique: a refund is recorded once. */
  gateway_refund_id: string
  payment_id: string
  account: string
  /** Above zero. */
  amount: number
  /** When the gateway gave it back. */
  refunded_at: string
  recorded_at: string
}

/** Refunds that the gateway is still to be asked about: a webhook has named them, or they are pending there. */
export interface RefundChecksTable {
  gateway: string
  gateway_refund_id: string
  payment_id: string
  created_at: string
  next_check_at: string
}

/** Append-only: what the operator has asked to give back, stored before the gateway hears of it. */
export interface RefundRequestsTable {
  id: string
  payment_id: string
  gateway: string
  amount: number
  idempotency_key: string
  /** The very text that is sent, and repeated. */
  body: string
  created_at: string
}

/** How a refund request stands with its gateway. */
export interface RefundRequestStatesTable {
  request_id: string
  /** `created`: not sent yet. `unknown`: sent, and no answer so far. `accepted`: the gateway has it under its own id. */
  state: 'created' | 'unknown' | 'accepted' | 'refused'
  sends: Defaulted<number>
  first_sent_at: Nullable<string>
  gateway_refund_id: Nullable<string>
  /** Of `refused`: the gateway's code. */
  reason: Nullable<string>
  /** When a job is to send it again; null: there is nothing more to do. */
  next_check_at: Nullable<string>
}

/** A comparison of a gateway's list with ours, with its counts. */
export interface ReconciliationRunsTable {
  id: string
  gateway: string
  /** The day of a daily run, one a gateway; null: a run by the command. */
  day: Nullable<string>
  from_at: string
  to_at: string
  started_at: string
  /** Null: under way, or given up. */
  finished_at: Nullable<string>
  /** The fencing token: counts how often the run was claimed; only the last claim may write its result. */
  fence: Defaulted<number>
  leased_until: string
  payments: Defaulted<number>
  refunds: Defaulted<number>
  differences: Defaulted<number>
  mended: Defaulted<number>
}

export interface ReconciliationDifferencesTable {
  run_id: string
  kind:
    | 'missing_here'
    | 'missing_at_gateway'
    | 'amount_differs'
    | 'state_differs'
    | 'refund_missing_here'
    | 'refund_missing_at_gateway'
    | 'refund_amount_differs'
  /** The gateway's id of the payment, or of the refund. */
  gateway_id: string
  payment_id: Nullable<string>
  /** A status, or kopecks. */
  ours: Nullable<string>
  theirs: Nullable<string>
  mended: Flag
}

export interface SandboxRefundsTable {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
}

export interface SandboxPaymentsTable {
  id: string
  /** The company's own id of the payment. */
  merchant_payment: string
  account: string
  amount: number
  description: string
  receipt_email: string
  success_url: Nullable<string>
  failed_url: Nullable<string>
  saves_card: Flag
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
  settled_at: Nullable<string>
  decline_reason: Nullable<DeclineReason>
  /** The number of the test card. */
  card: Nullable<string>
  card_expires: Nullable<string>
  /** The saved card that it was paid by or that came of it. */
  card_id: Nullable<string>
  /** What the payer wants to go wrong, as JSON. */
  wishes: Nullable<string>
}

/** Idempotence keys as long as the bank remembers them. */
export interface SandboxKeysTable {
  key: string
  payment_id: string
  body_hash: string
  created_at: string
}

export interface SandboxCardsTable {
  id: string
  number: string
  expires: string
  /** How charges without the payer are to end: `breaks`, with an answer that gets lost. */
  later_charges: 'paid' | 'breaks' | DeclineReason
}

/** Append-only: whatever was really charged stands here. */
export interface SandboxChargesTable {
  id: string
  payment_id: string
  merchant_payment: string
  amount: number
  charged_at: string
}

/** Notices that the test bank has yet to send. */
export interface SandboxNoticesTable {
  id: string
  body: string
  due_at: string
}

export interface SettingsTable {
  key: string
  value: string
}
