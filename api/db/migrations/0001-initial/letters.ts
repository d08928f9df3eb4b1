import { sql } from 'kysely'
import type { Statements } from '../../migration'

/** Requests for letters, the outbox, and the letters that customers turn on and off. */
export const letters: Statements = (text) => [
  sql`create table mail_requests (
    id ${text} primary key,
    kind ${text} not null,
    email ${text} not null,
    user_id ${text} references users (id) on delete cascade,
    registered ${text},
    created_at ${text} not null,
    attempts integer not null default 0,
    next_attempt_at ${text} not null,
    request_id ${text}
  )`,
  sql`create index mail_requests_due on mail_requests (next_attempt_at)`,
  sql`create index mail_requests_user on mail_requests (user_id)`,

  sql`create table outbox (
    id ${text} primary key,
    recipient ${text} not null,
    user_id ${text} references users (id) on delete cascade,
    kind ${text} not null,
    subject ${text} not null,
    text ${text} not null,
    html ${text} not null,
    headers ${text},
    created_at ${text} not null,
    attempts integer not null default 0,
    next_attempt_at ${text} not null,
    last_error ${text},
    sent_at ${text},
    dead_at ${text},
    request_id ${text}
  )`,
  sql`create index outbox_due on outbox (next_attempt_at) where sent_at is null and dead_at is null`,
  sql`create index outbox_user on outbox (user_id)`,
  sql`create index outbox_sent on outbox (sent_at) where sent_at is not null`,
  // Letters that were given up are few among those of 30 days, and are counted for the metrics.
  sql`create index outbox_dead on outbox (dead_at) where dead_at is not null`,

  sql`create table reading_reminders (
    user_id ${text} primary key references users (id) on delete cascade,
    asked_at ${text} not null,
    reminded_of ${text}
  )`,

  sql`create table invoice_letters (
    user_id ${text} primary key references users (id) on delete cascade,
    asked_at ${text} not null,
    next_look_on ${text} not null
  )`,
  sql`create index invoice_letters_next on invoice_letters (next_look_on, user_id)`,

  sql`create table told_invoices (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    invoice_id ${text} not null references invoices (id),
    told_at ${text} not null,
    reminded integer not null default 0,
    unique (user_id, invoice_id)
  )`,
  sql`create index told_invoices_told on told_invoices (told_at)`,

  sql`create table reminder_links (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    letters ${text},
    code_hash ${text} not null,
    created_at ${text} not null
  )`,
  sql`create index reminder_links_user on reminder_links (user_id)`,
  sql`create index reminder_links_created on reminder_links (created_at)`,
]
