import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

/** Refunds by gateways, refund requests of the operator, and the comparison with a gateway's list. */
export const refunds: Statements = (text, dialect) => [
  sql`create table refunds (
    id ${text} primary key,
    gateway ${text} not null,
    gateway_refund_id ${text} not null,
    payment_id ${text} not null references payments (id),
    account ${text} not null references register_accounts (account),
    amount bigint not null check (amount > 0),
    refunded_at ${text} not null,
    recorded_at ${text} not null,
    unique (gateway, gateway_refund_id)
  )`,
  sql`create index refunds_payment on refunds (payment_id)`,
  sql`create index refunds_account on refunds (account, refunded_at)`,
  sql`create index refunds_made on refunds (refunded_at, id)`,
  sql`create index refunds_recorded on refunds (recorded_at, id)`,
  ...appendOnly('refunds', dialect),

  sql`create table refund_checks (
    gateway ${text} not null,
    gateway_refund_id ${text} not null,
    payment_id ${text} not null references payments (id),
    created_at ${text} not null,
    next_check_at ${text} not null,
    primary key (gateway, gateway_refund_id)
  )`,
  sql`create index refund_checks_due on refund_checks (next_check_at)`,
  sql`create index refund_checks_payment on refund_checks (payment_id)`,

  sql`create table refund_requests (
    id ${text} primary key,
    payment_id ${text} not null references payments (id),
    gateway ${text} not null,
    amount bigint not null check (amount > 0),
    idempotency_key ${text} not null unique,
    body ${text} not null,
    created_at ${text} not null
  )`,
  sql`create index refund_requests_payment on refund_requests (payment_id)`,
  // Only the body may be emptied: it has the payer's e-mail, and an erasure takes it.
  ...appendOnly(
    'refund_requests',
    dialect,
    sql`new.body = '' and new.id = old.id and new.payment_id = old.payment_id and new.gateway = old.gateway
      and new.amount = old.amount and new.idempotency_key = old.idempotency_key
      and new.created_at = old.created_at`,
  ),

  sql`create table refund_request_states (
    request_id ${text} primary key references refund_requests (id),
    state ${text} not null,
    sends integer not null default 0,
    first_sent_at ${text},
    gateway_refund_id ${text},
    reason ${text},
    next_check_at ${text}
  )`,
  sql`create index refund_request_states_due on refund_request_states (next_check_at)
    where next_check_at is not null`,

  sql`create table reconciliation_runs (
    id ${text} primary key,
    gateway ${text} not null,
    day ${text},
    from_at ${text} not null,
    to_at ${text} not null,
    started_at ${text} not null,
    finished_at ${text},
    fencing_token integer not null default 1,
    leased_until ${text} not null,
    payments integer not null default 0,
    refunds integer not null default 0,
    differences integer not null default 0,
    mended integer not null default 0,
    unique (gateway, day)
  )`,
  sql`create table reconciliation_differences (
    run_id ${text} not null references reconciliation_runs (id),
    kind ${text} not null,
    gateway_id ${text} not null,
    payment_id ${text},
    ours ${text},
    theirs ${text},
    mended integer not null,
    primary key (run_id, kind, gateway_id)
  )`,
  sql`create index reconciliation_differences_payment on reconciliation_differences (payment_id)`,
]
