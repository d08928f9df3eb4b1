import type { DeclineReason } from 'contract/decline-reasons'
import { sql } from 'kysely'
import type { Defaulted, Flag, Money, Nullable, NullableMoney } from '../../columns'
import { forgeable } from '../../lifecycle'
import type { SchemaPart } from '../../migration'

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

export interface AutopaymentsTables {
  /** A customer's standing order: what to charge from which card and when, with the customer's consent. */
  autopayments: {
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
  autopayment_runs: {
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

  /** The outcome of an attempt and its reason. */
  autopayment_run_lines: {
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
  opt_out_links: {
    id: string
    run_id: string
    code_hash: string
    created_at: string
  }

  /**
   * Kept for three years after a customer was erased: by what each charge of their autopayments was made. Nothing of the person:
   * the payment has the account and the gateway's id.
   */
  autopayment_proofs: {
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
}

/** Autopayments, their runs, and what proves their charges. */
export const autopayments: SchemaPart<AutopaymentsTables> = {
  statements: (text) => [
    sql`create table autopayments (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      account ${text} not null references register_accounts (account),
      rule ${text} not null,
      day integer,
      amount bigint,
      limit_amount bigint not null,
      status ${text} not null,
      fail_reason ${text},
      method_id ${text} references payment_methods (id) on delete set null,
      first_payment_id ${text} not null unique references payments (id),
      planned_through ${text},
      next_plan_at ${text},
      created_at ${text} not null,
      consent_version ${text},
      consent_at ${text} not null,
      consent_address ${text},
      deleted_at ${text}
    )`,
    sql`create index autopayments_user on autopayments (user_id, account)`,
    sql`create index autopayments_method on autopayments (method_id)`,
    sql`create index autopayments_to_plan on autopayments (next_plan_at) where next_plan_at is not null`,
    sql`create index autopayments_awaiting_invoices on autopayments (rule, status, account, planned_through)`,

    sql`create table autopayment_runs (
      id ${text} primary key,
      autopayment_id ${text} not null references autopayments (id) on delete cascade,
      period ${text} not null,
      state ${text} not null,
      charge_at ${text} not null,
      due_at ${text} not null,
      attempts integer not null default 0,
      warned_amount bigint,
      warning_id ${text},
      warned_at ${text},
      warn_by ${text},
      told_over_limit integer not null default 0,
      payment_id ${text} references payments (id),
      fencing_token integer not null default 0,
      leased_until ${text},
      unique (autopayment_id, period)
    )`,
    sql`create index autopayment_runs_due on autopayment_runs (due_at) where state = 'open'`,
    sql`create index autopayment_runs_payment on autopayment_runs (payment_id)`,

    sql`create table autopayment_run_lines (
      run_id ${text} not null references autopayment_runs (id) on delete cascade,
      attempt integer not null,
      autopayment_id ${text} not null references autopayments (id) on delete cascade,
      at ${text} not null,
      outcome ${text} not null,
      reason ${text} not null,
      amount bigint,
      payment_id ${text} references payments (id),
      decline_reason ${text},
      retry_on ${text},
      limit_amount bigint,
      primary key (run_id, attempt)
    )`,
    sql`create index autopayment_run_lines_newest on autopayment_run_lines (autopayment_id, at desc)`,

    sql`create table opt_out_links (
      id ${text} primary key,
      run_id ${text} not null references autopayment_runs (id) on delete cascade,
      code_hash ${text} not null,
      created_at ${text} not null
    )`,
    sql`create index opt_out_links_run on opt_out_links (run_id)`,

    sql`create table autopayment_proofs (
      payment_id ${text} primary key references payments (id),
      rule ${text} not null,
      limit_amount bigint not null,
      consent_version ${text},
      consent_at ${text} not null,
      removed_at ${text},
      period ${text},
      warned_amount bigint,
      warned_at ${text},
      keep_until ${text} not null
    )`,
    sql`create index autopayment_proofs_kept on autopayment_proofs (keep_until)`,
  ],

  tables: {
    autopayments: {
      retention: 'with its customer',
      copy: {
        section: 'autopayments',
        columns: [
          'id',
          'account',
          'rule',
          'day',
          'amount',
          'limit_amount as limit',
          'status',
          'fail_reason as failReason',
          'method_id as savedCard',
          'first_payment_id as firstPayment',
          'planned_through as plannedThrough',
          'next_plan_at as nextPlanAt',
          'created_at as createdAt',
          'consent_version as consentVersion',
          'consent_at as consentAt',
          'consent_address as consentAddress',
          'deleted_at as deletedAt',
        ],
        order: ['created_at', 'id'],
      },
      erasure: {
        deletedBy: 'user_id',
        countedAs: { key: 'autopayments', words: 'автоплатежи с согласиями' },
      },
    },
    autopayment_runs: {
      retention: 'with its customer',
      copy: { code: 'autopaymentRuns' },
      erasure: {
        code: 'autopaymentRuns',
        countedAs: { key: 'autopaymentRuns', words: 'журнал автоплатежей' },
      },
    },
    autopayment_run_lines: {
      retention: 'with its customer',
      copy: { code: 'autopaymentRuns' },
      erasure: 'with its parent',
    },
    opt_out_links: {
      retention: 'with its customer',
      copy: { code: 'autopaymentRuns', hidden: { code_hash: forgeable } },
      erasure: 'with its parent',
    },
    autopayment_proofs: {
      retention: { deletedAfterMs: 0, since: 'keep_until', key: 'payment_id' },
      copy: { nothing: 'of customers who were erased, without anything of the person' },
      erasure: { stays: 'a charge can be disputed for three years' },
    },
  },
}
