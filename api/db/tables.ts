import type { DeclineReason } from 'contract/decline-reasons'
import type { GrantStatus } from 'contract/family'
import type { Kopecks } from 'contract/money'
import type { ReadingSource, Zone } from 'contract/readings'
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
  registration_attempts: RegistrationAttemptsTable
  known_devices: KnownDevicesTable
  second_steps: SecondStepsTable
  recovery_codes: RecoveryCodesTable
  second_step_logins: SecondStepLoginsTable
  rate_limits: RateLimitsTable
  idempotency_keys: IdempotencyKeysTable
  outbox: OutboxTable
  payees: PayeesTable
  register_accounts: RegisterAccountsTable
  customer_accounts: CustomerAccountsTable
  account_grants: AccountGrantsTable
  invoices: InvoicesTable
  invoice_parts: InvoicePartsTable
  payments: PaymentsTable
  payment_daily_sums: PaymentDailySumsTable
  ledger_entries: LedgerEntriesTable
  account_balances: AccountBalancesTable
  payment_methods: PaymentMethodsTable
  payment_intents: PaymentIntentsTable
  payment_events: PaymentEventsTable
  gateway_webhooks: GatewayWebhooksTable
  autopayments: AutopaymentsTable
  autopayment_runs: AutopaymentRunsTable
  autopayment_run_lines: AutopaymentRunLinesTable
  opt_out_links: OptOutLinksTable
  autopayment_proofs: AutopaymentProofsTable
  refunds: RefundsTable
  payment_numbers: PaymentNumbersTable
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
  sandbox_webhooks: SandboxWebhooksTable
  destruction_log: DestructionLogTable
  meters: MetersTable
  reading_receipts: ReadingReceiptsTable
  meter_readings: MeterReadingsTable
  reading_reminders: ReadingRemindersTable
  reminder_links: ReminderLinksTable
  invoice_letters: InvoiceLettersTable
  told_invoices: ToldInvoicesTable
  calendar_links: CalendarLinksTable
  operator_log: OperatorLogTable
  import_runs: ImportRunsTable
  customer_changes: CustomerChangesTable
  consent_texts: ConsentTextsTable
  settings: SettingsTable
}

/** Optional on insert: the column has a default. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>
export type Flag = 0 | 1
/** Selected and compared as `Kopecks`, written as any number. */
type Money = ColumnType<Kopecks, number, number>
type DefaultedMoney = ColumnType<Kopecks, number | undefined, number>
type NullableMoney = ColumnType<Kopecks | null, number | null | undefined, number | null>

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
  /** The number of the deletion that the customer has asked for; null, like the moments below: none. */
  deletion_id: Nullable<string>
  deletion_asked_at: Nullable<string>
  /** When everything about the customer is erased. Until then the deletion can be undone. */
  erase_at: Nullable<string>
  /** When the first letter to the address was given up since one was taken; null: letters arrive, as far as we know. */
  email_undeliverable_since: Nullable<string>
}

export interface SessionsTable {
  /** For the list of sessions; it opens nothing. */
  id: string
  /** Of the cookie. */
  token_hash: string
  user_id: string
  device: Nullable<string>
  created_at: string
  last_used_at: string
}

export type TokenPurpose = 'verify' | 'reset' | 'change-email' | 'undo-email' | 'not-me' | 'undo-deletion'

export interface MailedTokensTable {
  id: string
  user_id: string
  purpose: TokenPurpose
  code_hash: string
  /**
   * By purpose: the other e-mail address; for `verify` the registered data, as JSON; for `not-me` the hash of the new
   * device.
   */
  payload: Nullable<string>
  created_at: string
  expires_at: string
  used_at: Nullable<string>
}

export type MailRequestKind = 'registration' | 'verify' | 'reset' | 'change-email'

/** A request for a letter, stored alike for every address: a step of the worker decides what is sent. */
export interface MailRequestsTable {
  id: string
  kind: MailRequestKind
  email: string
  /** The signed-in customer who asks; null where no session is needed. */
  user_id: Nullable<string>
  /** For `registration` the registered data, as JSON. */
  registered: Nullable<string>
  created_at: string
  attempts: Defaulted<number>
  next_attempt_at: string
  /** The id of the request, as in the logs. */
  request_id: Nullable<string>
}

/**
 * The last registration of each address, also of a taken one: a login with its password is answered alike for both. It is
 * forgotten when the owner of the mailbox verifies the address or sets a password by a mailed link.
 */
export interface RegistrationAttemptsTable {
  email_normalized: string
  password_hash: string
  created_at: string
}

export interface KnownDevicesTable {
  user_id: string
  device_hash: string
  last_seen_at: string
  /** Until then a login from here needs no code; null: it needs one. */
  code_unneeded_until: Nullable<string>
}

/** The second step of a customer's logins. */
export interface SecondStepsTable {
  user_id: string
  /** What codes are made from: base32, sealed where SECOND_STEP_KEY is set. */
  secret: string
  /** Until when it can be turned on. */
  setup_expires_at: string
  /** Null: a setup, which no login asks for. */
  turned_on_at: Nullable<string>
  /** The half-minute of the last code: neither it nor an earlier one is accepted again. */
  last_used_step: Nullable<number>
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: string
  created_at: string
  used_at: Nullable<string>
}

/** A login whose password was right and whose code is awaited. */
export interface SecondStepLoginsTable {
  token_hash: string
  user_id: string
  /** Codes that were typed so far. */
  tries: Defaulted<number>
  created_at: string
  expires_at: string
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
  /** A hash of what is limited: no address is stored in plain text. */
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
  /** Moved past the lease when a relay claims the letter, so that no other relay sends it. */
  next_attempt_at: string
  last_error: Nullable<string>
  sent_at: Nullable<string>
  dead_at: Nullable<string>
  /** The customer that it is for, and is deleted with; null for guests. */
  user_id: Nullable<string>
  /** The id of the request that led to it, as in the logs; null where none did. */
  request_id: Nullable<string>
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

/** The company's register: every account, whether or not a customer has added it. */
export interface RegisterAccountsTable {
  account: string
  /** The use of the property: «Квартира», «Гараж». */
  title: Nullable<string>
  address: string
  payer_name: string
  area: Nullable<number>
  residents: Nullable<number>
  /** Number, title and address in lower case, for the filter: SQLite's lower() only knows ASCII. */
  search_text: string
  /** The kind of its question in api/accounts/proof.ts; null: none, and nobody can add the account. */
  proof_kind: Nullable<string>
  proof_answer_hash: string
  payee_id: string
}

export interface CustomerAccountsTable {
  user_id: string
  account: string
  /** The customer's own name for it; null shows the register's. */
  title: Nullable<string>
  /** The normalized words of `title`; null without one. */
  title_search_text: Nullable<string>
  is_default: Defaulted<Flag>
  added_at: string
}

/** What an owner of an account lets another customer do with it: an invitation at first, a grant once it is accepted. */
export interface AccountGrantsTable {
  id: string
  account: string
  /** The owner who has invited; null: erased. */
  invited_by: Nullable<string>
  /** Who has accepted; null: nobody yet, or erased. */
  user_id: Nullable<string>
  readings: Flag
  pay: Flag
  /** The invited address; null: none was named, or the invitation has ended. */
  email: Nullable<string>
  email_normalized: Nullable<string>
  /** The owner's word for the one who is invited. */
  label: Nullable<string>
  /** The last day. */
  until: Nullable<string>
  status: GrantStatus
  /** Of the invitation's link. */
  code_hash: string
  created_at: string
  /** When an open one ends by itself; null: never. */
  lapses_at: Nullable<string>
  accepted_at: Nullable<string>
  ended_at: Nullable<string>
  /** The holder's own name for the account; null shows the register's. */
  title: Nullable<string>
  /** The normalized words of `title`; null without one. */
  title_search_text: Nullable<string>
  is_default: Defaulted<Flag>
}

export interface InvoicesTable {
  id: string
  account: string
  period: string
  issued_at: string
  due_at: string
  opening_balance: Money
  /** The contract's `invoiceLine`s as JSON, each with the `method` by which it was counted. */
  lines: string
  /** What it charged the account's meters for, and corrected earlier months by, as JSON; null: not counted by meters. */
  volumes: Nullable<string>
  /** The sum of the lines' totals. */
  charged: Money
  penalty: Money
  /** The contract's `penaltyDays` as JSON, which make up the penalty; null: none, or not known. */
  penalty_days: Nullable<string>
  /** Paid for this invoice so far. */
  paid: DefaultedMoney
  /** Payee, payer, address, area and residents when it was issued, as JSON. */
  parties: string
}

/** Append-only: the parts of an invoice, one for each supplier and correction. An invoice with one part needs none. */
export interface InvoicePartsTable {
  id: string
  invoice_id: string
  /** Empty: none is named. */
  supplier: string
  /** The place of the supplier in the invoice, from 0. */
  position: number
  /** From 1: of a supplier the last one counts. */
  version: number
  recorded_at: string
  /** An `InvoicePart` of the import, as JSON. */
  content: string
}

export interface PaymentsTable {
  id: string
  account: string
  user_id: Nullable<string>
  amount: Money
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
  paid_at: Nullable<string>
  /** When the success became known here, which may be days after `paid_at`; null counts as `paid_at`. */
  recorded_at: Nullable<string>
  method_kind: Nullable<'card' | 'sbp' | 'sberpay' | 'other'>
  method_title: Nullable<string>
  /** `other`: made elsewhere, such as at a cash desk, and imported. */
  source: 'guest' | 'personal' | 'autopayment' | 'other'
  receipt_url: Nullable<string>
  receipt_status: Nullable<'pending' | 'done' | 'failed'>
  decline_reason: Nullable<DeclineReason>
  /** Refunded so far: the sum of its `refunds`, at most `amount`. */
  refunded: DefaultedMoney
  /** Where it was made and its number there, for `other`: an import recognizes it by this. */
  external_id: Nullable<string>
}

/** Count and sum of payments by day of creation, for the totals of a history without a scan. */
export interface PaymentDailySumsTable {
  account: string
  day: string
  status: PaymentsTable['status']
  count: number
  amount: Money
}

/** Append-only (enforced by the database). The balance of an account is the sum of its entries. */
export interface LedgerEntriesTable {
  id: string
  account: string
  /** `opening`: what was owed at the start of a day by the company's own books, less what the ledger had until then. */
  kind: 'opening' | 'charge' | 'penalty' | 'recalculation' | 'payment' | 'refund'
  /** Above zero increases the debt: charges and refunds are positive, payments negative. */
  amount: Money
  happened_at: string
  invoice_id: Nullable<string>
  payment_id: Nullable<string>
  refund_id: Nullable<string>
  /** Of an opening: the ids of payments, as JSON, that it includes although their success was not known here. */
  included_payments: Nullable<string>
}

/** The balance of each account, updated by a trigger on the ledger. Never written to directly. */
export interface AccountBalancesTable {
  account: string
  /** Above zero is a debt. */
  balance: Money
  /** The part of the debt that refunds have made owed again; zero where nothing is owed. */
  refund_debt: DefaultedMoney
}

/** A payment method that can be charged without the bank's page, usually a saved card. */
export interface PaymentMethodsTable {
  id: string
  user_id: string
  gateway: string
  /** The account at the gateway that has saved it. */
  shop: string
  gateway_method_id: string
  kind: 'card' | 'sbp' | 'sberpay' | 'other'
  title: string
  /** A day: the last on which it can be charged. */
  expires_at: Nullable<string>
  created_at: string
  /** Not null: the owner has unlinked it, and it may never be charged again. */
  unlinked_at: Nullable<string>
}

/** How a payment stands with its gateway. Stored before the gateway hears of it. */
export interface PaymentIntentsTable {
  payment_id: string
  /** A hash of the payer and their idempotency key: one payment for ever. Also the key for the gateway. */
  request_key: string
  body_hash: string
  gateway: string
  /** The account at the gateway that takes the money, and makes its refunds. */
  shop: string
  /** The `PaymentRequest` as JSON. */
  request: string
  /** The saved method to charge, if any. */
  method_id: Nullable<string>
  state: 'created' | 'sent' | 'unknown' | 'pending' | 'succeeded' | 'canceled'
  /** How often the creation was sent to the gateway. */
  sends: Defaulted<number>
  first_sent_at: Nullable<string>
  /** The body of the first attempt: a repeat with the same key must have the same bytes. */
  sent_body: Nullable<string>
  /** When the gateway was last called about it, or was about to be. */
  last_contact_at: string
  /** When a step has to look at it next, moved ahead by each process that does. Null: nothing more will change. */
  next_check_at: Nullable<string>
  gateway_payment_id: Nullable<string>
  confirmation_url: Nullable<string>
  /** Of a pending payment through SBP: the text of its QR code, and until when it is valid. */
  qr: Nullable<string>
  qr_expires_at: Nullable<string>
  /** Why the gateway was asked to cancel it; null: it was not. */
  asked_cancel_reason: Nullable<DeclineReason>
  /** For a guest's payment: the e-mail of its receipt, in lower case; null for customers and after an erasure. */
  guest_email: Nullable<string>
  /**
   * For a payment of several made by one charge: the one of them whose intent is the charge, itself included. Only that one
   * is sent to the gateway, with the sum of all; the others take its state.
   */
  basket_id: Nullable<string>
}

/** Append-only (enforced by the database): every change of a payment's state. */
export interface PaymentEventsTable {
  payment_id: string
  /** From 1, without gaps. */
  step: number
  at: string
  /**
   * The source of the change: `request` (the payer's request and the gateway's answer to the creation), `webhook` and
   * `lookup` (the gateway's answer when polled), `operator`, `time` (the age of the payment).
   */
  actor: 'request' | 'webhook' | 'lookup' | 'operator' | 'time'
  /** Null: the payment was just stored. */
  from_state: Nullable<PaymentIntentsTable['state']>
  to_state: PaymentIntentsTable['state']
  /** A code, ours or the gateway's. */
  why: string
}

/** Webhooks that were processed. */
export interface GatewayWebhooksTable {
  gateway: string
  /** The event and the gateway's id of its payment. */
  webhook: string
  payment_id: string
  taken_at: string
}

/** A customer's standing order: what to charge from which card and when, with the customer's consent. */
export interface AutopaymentsTable {
  id: string
  user_id: string
  account: string
  rule: 'invoice' | 'monthly'
  /** 1–28, only for `monthly`. */
  day: Nullable<number>
  /** Only for `monthly`: the most to charge in a month. */
  amount: NullableMoney
  /** A charge above it is skipped. */
  limit_amount: Money
  status: 'pending' | 'active' | 'paused' | 'failed'
  /** Why it has failed or was paused by us. */
  fail_reason: Nullable<DeclineReason | 'method_not_saved' | 'account_removed' | 'other_gateway'>
  /** Saved by the first payment; null before. */
  method_id: Nullable<string>
  first_payment_id: string
  /** The last period that has a run or will not get one. */
  planned_through: Nullable<string>
  /** When to plan the next run; only for an active `monthly`. */
  next_plan_at: Nullable<string>
  created_at: string
  consent_version: Nullable<string>
  consent_at: string
  consent_address: Nullable<string>
  /** Not null: removed by the customer. The row is kept for its log and the consent. */
  deleted_at: Nullable<string>
}

/** What an autopayment does about one period: one run with one or more attempts. */
export interface AutopaymentRunsTable {
  id: string
  autopayment_id: string
  /** For `monthly` the month of the charge, for `invoice` the period of the invoice. */
  period: string
  /** `open`: something is due at `due_at`. `charging`: a payment is under way. */
  state: 'open' | 'charging' | 'over'
  /** When to charge. */
  charge_at: string
  due_at: string
  /** Attempts so far. */
  attempts: Defaulted<number>
  /** The amount that the warning names; null: no warning yet, so nothing may be taken. */
  warned_amount: NullableMoney
  /** The warning's letter in the outbox, where it is deleted long after it was sent. */
  warning_id: Nullable<string>
  /** When the warning of the newest charge was sent: its letter is not kept as long. */
  warned_at: Nullable<string>
  /** When the run gives up on a warning that can't be sent; null: three days after the day of the charge. */
  warn_by: Nullable<string>
  told_over_limit: Defaulted<Flag>
  /** The payment of the newest attempt. */
  payment_id: Nullable<string>
  /** Incremented by each claim: a process with an older one can't change the run. */
  fencing_token: Defaulted<number>
  leased_until: Nullable<string>
}

export type AutopaymentRunReason =
  | 'charged_by_invoice'
  | 'charged_by_schedule'
  /** The charge was taken for declined until the gateway said otherwise. */
  | 'charged_late'
  | 'declined'
  | 'nothing_owed'
  /** The whole debt consists of refunds. */
  | 'given_back'
  /** Below the least amount of a payment. */
  | 'too_little'
  /** Another payment for the same debt is under way. */
  | 'other_payment'
  | 'not_warned'
  | 'account_too_long'
  /** The gateway's money goes to another organisation than the account's payee. */
  | 'other_payee'
  | 'over_limit'
  | 'opted_out'
  | 'paused'
  | 'removed'
  | 'day_moved'
  | 'unlinked'
  /** The card was saved by another gateway than the one that new payments go to, or by a shop that is not configured. */
  | 'other_gateway'
  | 'no_account'
  | 'suspended'
  /** The server did not run on the day of the charge. */
  | 'missed'

/** The outcome of an attempt and its reason. */
export interface AutopaymentRunLinesTable {
  run_id: string
  attempt: number
  autopayment_id: string
  at: string
  outcome: 'charged' | 'skipped' | 'failed'
  reason: AutopaymentRunReason
  amount: NullableMoney
  payment_id: Nullable<string>
  /** For `declined`. */
  decline_reason: Nullable<DeclineReason>
  /** For `declined`: the day of the next attempt. */
  retry_on: Nullable<string>
  /** For `over_limit`: the limit on that day. */
  limit_amount: NullableMoney
}

/** Mailed links that skip the coming charge of a run. */
export interface OptOutLinksTable {
  id: string
  run_id: string
  code_hash: string
  created_at: string
}

/**
 * Kept for three years after a customer was erased: by what each charge of their autopayments was made. Nothing of the person:
 * the payment has the account and the gateway's id.
 */
export interface AutopaymentProofsTable {
  payment_id: string
  rule: 'invoice' | 'monthly'
  limit_amount: Money
  consent_version: Nullable<string>
  consent_at: string
  /** When the autopayment was removed, and the consent with it. */
  removed_at: Nullable<string>
  /** Of the run; null: the first payment, which its payer made on the gateway's page. */
  period: Nullable<string>
  warned_amount: NullableMoney
  warned_at: Nullable<string>
  keep_until: string
}

/** Append-only: refunds that the gateway has made, also without our request. Each has its ledger entry. */
export interface RefundsTable {
  id: string
  gateway: string
  /** Unique together with `gateway`: a refund is recorded once. */
  gateway_refund_id: string
  payment_id: string
  account: string
  /** Above zero. */
  amount: Money
  /** When the gateway made the refund. */
  refunded_at: string
  recorded_at: string
}

/** Numbers of payments in the files for 1C, given when a payment is first printed. */
export interface PaymentNumbersTable {
  payment_id: string
  number: number
}

/** Refunds to poll: named by a webhook, or pending at the gateway. */
export interface RefundChecksTable {
  gateway: string
  gateway_refund_id: string
  payment_id: string
  created_at: string
  next_check_at: string
}

/** Append-only: refunds that the operator has requested, stored before the gateway hears of them. */
export interface RefundRequestsTable {
  id: string
  payment_id: string
  gateway: string
  amount: Money
  idempotency_key: string
  /** The body as it is sent, and sent again; emptied with the erasure of its payer. */
  body: string
  created_at: string
}

/** How a refund request stands with its gateway. */
export interface RefundRequestStatesTable {
  request_id: string
  /** `created`: not sent yet. `unknown`: sent, without an answer. `accepted`: the gateway has given it an id. */
  state: 'created' | 'unknown' | 'accepted' | 'refused'
  sends: Defaulted<number>
  first_sent_at: Nullable<string>
  gateway_refund_id: Nullable<string>
  /** For `refused`: the gateway's code. */
  reason: Nullable<string>
  /** When a step has to send it again; null: never. */
  next_check_at: Nullable<string>
}

/** A comparison of a gateway's list with ours, with its counts. */
export interface ReconciliationRunsTable {
  id: string
  /** Its name; for a former shop the name, a space and the shop. */
  gateway: string
  /** The day of a daily run, one per gateway; null: a run by the command. */
  day: Nullable<string>
  from_at: string
  to_at: string
  started_at: string
  /** Null: under way, or abandoned. */
  finished_at: Nullable<string>
  /** Incremented by each claim: only the last claim may store its result. */
  fencing_token: Defaulted<number>
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
  amount: Money
  status: 'pending' | 'succeeded' | 'canceled'
  created_at: string
}

export interface SandboxPaymentsTable {
  id: string
  /** Our id of the payment. */
  merchant_payment: string
  account: string
  /** Of a payment for several accounts: what it is made of, as JSON. */
  parts: Nullable<string>
  amount: Money
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
  /** The saved card that paid, or that this payment saved. */
  card_id: Nullable<string>
  /** A `Scenario` as JSON. */
  scenario: Nullable<string>
  /** What it is paid with; null: a card. */
  kind: Nullable<'sbp'>
  /** When the money of a payment through SBP arrives that the payer has confirmed. */
  arrives_at: Nullable<string>
}

/** Idempotency keys, for as long as the bank remembers them. */
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
  /** The outcome of charges without the payer. `breaks`: charged, but the answer is lost. */
  later_charges: 'paid' | 'breaks' | DeclineReason
}

/** Append-only: every charge that was really made. */
export interface SandboxChargesTable {
  id: string
  payment_id: string
  merchant_payment: string
  amount: Money
  charged_at: string
}

/** Webhooks that the test bank has yet to send. */
export interface SandboxWebhooksTable {
  id: string
  body: string
  due_at: string
}

/** Append-only: the erasures of customers, without anything that tells who they were. */
export interface DestructionLogTable {
  /** The number of the deletion, which only its customer was told. */
  id: string
  asked_at: string
  destroyed_at: string
  reason: 'asked_by_customer'
  /** How many records of each category were erased, as a JSON object. */
  counts: string
}

export interface MetersTable {
  id: string
  account: string
  /** Their order on the page. */
  position: number
  service: string
  unit: string
  serial: string
  place: Nullable<string>
  /** JSON: `[{ "zone": "t1", "title": "День" }]`. */
  zones: string
  /** Digits before the point, and after it. Never changed: readings are kept in the meter's smallest units. */
  digits: number
  decimals: number
  /** A day. */
  verified_until: Nullable<string>
  /** The meter's number in the company's billing; null: not imported. */
  external_id: Nullable<string>
  /** The day from which on it is not there any more: its readings stay. */
  closed_on: Nullable<string>
}

/** What a customer has sent in one form. Append-only. */
export interface ReadingReceiptsTable {
  id: string
  /** As customers read it. */
  number: string
  account: string
  accepted_at: string
}

/** Append-only: a corrected reading is a further one. Values and volumes are in the meter's smallest units. */
export interface MeterReadingsTable {
  id: string
  account: string
  meter_id: string
  zone: Zone
  value: number
  /** Null for the first of a zone. */
  previous: Nullable<number>
  volume: number
  /** 1: `volume` is that of the whole period, and stands for what the period had before. */
  corrects: Defaulted<Flag>
  period: string
  read_at: string
  source: ReadingSource
  /** Null for what no customer has sent. */
  receipt_id: Nullable<string>
}

/** Customers who want a letter before the window of readings ends. */
export interface ReadingRemindersTable {
  user_id: string
  asked_at: string
  /** The last day of the window that the newest letter was about. */
  reminded_of: Nullable<string>
}

/** Links by which the letters that they stand in are turned off, valid for as long as such letters may come. */
export interface ReminderLinksTable {
  id: string
  user_id: string
  /** Null: those about readings. */
  letters: Nullable<'invoices'>
  code_hash: string
  created_at: string
}

/** Customers who want letters about their invoices. */
export interface InvoiceLettersTable {
  user_id: string
  asked_at: string
  /** The day from which on the customer's invoices are to be looked at again. */
  next_look_on: string
}

/** Invoices that a customer was written about, or needs no letter about. */
export interface ToldInvoicesTable {
  id: string
  user_id: string
  invoice_id: string
  /** When it was last written about. */
  told_at: string
  /** 1: no reminder is to come any more. */
  reminded: Defaulted<Flag>
}

/** The secret addresses of calendars: one a customer, only its hash. */
export interface CalendarLinksTable {
  user_id: string
  token_hash: string
  created_at: string
}

/** What customers changed of themselves. Triggers write it, with the database's clock. */
export interface CustomerChangesTable {
  id: string
  at: string
  user_id: string
  kind:
    | 'name'
    | 'email'
    | 'phone'
    | 'account_added'
    | 'account_removed'
    | 'consent_given'
    | 'consent_withdrawn'
    | 'autopayment_consent_given'
    | 'autopayment_consent_withdrawn'
  /** Null where no account is meant. */
  account: Nullable<string>
  /** A name, an e-mail, a telephone, or the version of a consent's text; null: there was none. */
  before: Nullable<string>
  after: Nullable<string>
}

export type OperatorStage = 'begun' | 'done' | 'failed'

/** Append-only: what operators did by commands, without anybody's personal data. A run has two rows. */
export interface OperatorLogTable {
  id: string
  /** The same for both rows of a run. */
  run_id: string
  /** A run without an end was killed, or its end could not be written. */
  stage: OperatorStage
  at: string
  /** The user of the operating system, or who the operator says to be. */
  operator: string
  /** The command with its kind: `import invoices`. */
  action: string
  /** Its subjects, by numbers: `payment 0f9c…`, `customer 51d2…`; `payees housing` whose requisites it replaced. */
  subject: Nullable<string>
  /** The operator's reason, in their words. */
  why: Nullable<string>
  /** Without its folder. */
  file_name: Nullable<string>
  file_sha256: Nullable<string>
  /** Of an import's file of columns. */
  map_sha256: Nullable<string>
  /** How many records were new, changed, shown and so on, as a JSON object. */
  counts: string
}

/** Imports from the folder and over HTTP, at most one of them running. No values of the files. */
export interface ImportRunsTable {
  id: string
  /** Who it is in the operator log. */
  source: 'folder' | 'http'
  kind: string
  /** Of a request; null once it has failed without a result, so that it can be repeated. */
  idempotency_key: Nullable<string>
  request_sha256: Nullable<string>
  state: 'running' | 'ended'
  started_at: string
  leased_until: string
  ended_at: Nullable<string>
  /** An `ImportResult` as JSON; null: none yet, or it has failed. */
  report: Nullable<string>
}

/** Each version of a consent's text, as it was first shown. Append-only. */
export interface ConsentTextsTable {
  /** Of its page: `/consent`. */
  path: string
  version: string
  title: string
  description: Nullable<string>
  /** HTML, as the page's file had it. */
  body: string
  /** A moment. */
  first_shown_at: string
}

export interface SettingsTable {
  key: string
  value: string
}
