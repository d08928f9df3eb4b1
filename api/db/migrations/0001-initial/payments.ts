import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

/** Payments, how they stand with their gateways, and the methods that gateways have saved. */
export const payments: Statements = (text, dialect) => [
  sql`create table payments (
    id ${text} primary key,
    account ${text} not null references register_accounts (account),
    user_id ${text} references users (id) on delete set null,
    amount bigint not null,
    status ${text} not null,
    source ${text} not null,
    external_id ${text},
    method_kind ${text},
    method_title ${text},
    created_at ${text} not null,
    paid_at ${text},
    recorded_at ${text},
    decline_reason ${text},
    refunded bigint not null default 0 check (refunded between 0 and amount),
    receipt_url ${text},
    receipt_status ${text}
  )`,
  sql`create index payments_newest on payments (account, created_at desc, id desc)`,
  sql`create index payments_newest_by_status on payments (account, status, created_at desc, id desc)`,
  sql`create index payments_refunded on payments (account, created_at) where refunded > 0`,
  sql`create index payments_user on payments (user_id, created_at, id) where user_id is not null`,
  sql`create index payments_created on payments (created_at, id)`,
  sql`create index payments_paid on payments (paid_at, id) where paid_at is not null`,
  // For registers that miss no payment whose success became known late.
  sql`create index payments_recorded on payments ((coalesce(recorded_at, paid_at)), id) where paid_at is not null`,
  sql`create unique index payments_external on payments (external_id) where external_id is not null`,

  // 1C recognizes a document by its number, day and sum: a payment has the same number in each file.
  sql`create table payment_numbers (
    payment_id ${text} primary key references payments (id),
    number bigint not null unique
  )`,
  ...appendOnly('payment_numbers', dialect),

  sql`create table payment_daily_sums (
    account ${text} not null references register_accounts (account),
    day ${text} not null,
    status ${text} not null,
    count integer not null,
    amount bigint not null,
    primary key (account, day, status)
  )`,
  // Has every column that is added up: the totals of years are read from the index alone.
  sql`create index payment_daily_sums_totals on payment_daily_sums (account, status, day, count, amount)`,

  sql`create table payment_methods (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    gateway ${text} not null,
    shop ${text} not null,
    gateway_method_id ${text} not null,
    kind ${text} not null,
    title ${text} not null,
    expires_at ${text},
    created_at ${text} not null,
    unlinked_at ${text},
    unique (gateway, gateway_method_id)
  )`,
  sql`create index payment_methods_user on payment_methods (user_id)`,

  // The intent is inserted before its payment: its key decides whether there is to be one. So the reference is deferred.
  sql`create table payment_intents (
    payment_id ${text} primary key references payments (id) deferrable initially deferred,
    request_key ${text} not null unique,
    body_hash ${text} not null,
    gateway ${text} not null,
    shop ${text} not null,
    request ${text} not null,
    method_id ${text} references payment_methods (id) on delete set null,
    basket_id ${text} references payment_intents (payment_id),
    guest_email ${text},
    state ${text} not null,
    sends integer not null default 0,
    first_sent_at ${text},
    sent_body ${text},
    last_contact_at ${text} not null,
    next_check_at ${text},
    gateway_payment_id ${text},
    confirmation_url ${text},
    qr ${text},
    qr_expires_at ${text},
    asked_cancel_reason ${text},
    unique (gateway, gateway_payment_id)
  )`,
  sql`create index payment_intents_due on payment_intents (next_check_at) where next_check_at is not null`,
  sql`create index payment_intents_method on payment_intents (method_id)`,
  sql`create index payment_intents_basket on payment_intents (basket_id) where basket_id is not null`,
  sql`create index payment_intents_guest on payment_intents (guest_email, payment_id)
    where guest_email is not null`,

  sql`create table payment_events (
    payment_id ${text} not null references payments (id),
    step integer not null,
    at ${text} not null,
    actor ${text} not null,
    from_state ${text},
    to_state ${text} not null,
    why ${text} not null,
    primary key (payment_id, step)
  )`,
  ...appendOnly('payment_events', dialect),

  sql`create table gateway_webhooks (
    gateway ${text} not null,
    webhook ${text} not null,
    payment_id ${text} not null references payments (id),
    taken_at ${text} not null,
    primary key (gateway, webhook)
  )`,
  sql`create index gateway_webhooks_payment on gateway_webhooks (payment_id)`,
]
