import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

/** The test bank's own books. No table of the company refers to them, as none could to a real bank's. */
export const sandbox: Statements = (text, dialect) => [
  sql`create table sandbox_payments (
    id ${text} primary key,
    merchant_payment ${text} not null,
    account ${text} not null,
    parts ${text},
    amount bigint not null,
    description ${text} not null,
    receipt_email ${text} not null,
    success_url ${text},
    failed_url ${text},
    saves_card integer not null,
    status ${text} not null,
    created_at ${text} not null,
    settled_at ${text},
    decline_reason ${text},
    card ${text},
    card_expires ${text},
    card_id ${text},
    scenario ${text},
    kind ${text},
    arrives_at ${text}
  )`,
  sql`create index sandbox_payments_newest on sandbox_payments (created_at, id)`,

  sql`create table sandbox_refunds (
    id ${text} primary key,
    payment_id ${text} not null references sandbox_payments (id),
    amount bigint not null,
    status ${text} not null,
    created_at ${text} not null
  )`,
  sql`create index sandbox_refunds_payment on sandbox_refunds (payment_id)`,
  sql`create index sandbox_refunds_newest on sandbox_refunds (created_at, id)`,

  sql`create table sandbox_keys (
    key ${text} primary key,
    payment_id ${text} not null,
    body_hash ${text} not null,
    created_at ${text} not null
  )`,

  sql`create table sandbox_cards (
    id ${text} primary key,
    number ${text} not null,
    expires ${text} not null,
    later_charges ${text} not null
  )`,

  sql`create table sandbox_charges (
    id ${text} primary key,
    payment_id ${text} not null,
    merchant_payment ${text} not null,
    amount bigint not null,
    charged_at ${text} not null
  )`,
  ...appendOnly('sandbox_charges', dialect),

  sql`create table sandbox_webhooks (
    id ${text} primary key,
    body ${text} not null,
    due_at ${text} not null
  )`,
  sql`create index sandbox_webhooks_due on sandbox_webhooks (due_at)`,
]
