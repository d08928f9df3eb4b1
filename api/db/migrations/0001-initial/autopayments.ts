import { sql } from 'kysely'
import type { Statements } from '../../migration'

/** Autopayments, their runs, and what proves their charges. */
export const autopayments: Statements = (text) => [
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
]
