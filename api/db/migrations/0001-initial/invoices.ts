import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

export const invoices: Statements = (text, dialect) => [
  sql`create table invoices (
    id ${text} primary key,
    account ${text} not null references register_accounts (account),
    period ${text} not null,
    issued_at ${text} not null,
    due_at ${text} not null,
    opening_balance bigint not null,
    lines ${text} not null,
    volumes ${text},
    charged bigint not null,
    penalty bigint not null,
    penalty_days ${text},
    paid bigint not null default 0,
    parties ${text} not null,
    unique (account, period)
  )`,

  sql`create table invoice_parts (
    id ${text} primary key,
    invoice_id ${text} not null references invoices (id),
    supplier ${text} not null,
    position integer not null,
    version integer not null,
    recorded_at ${text} not null,
    content ${text} not null,
    unique (invoice_id, supplier, version)
  )`,
  ...appendOnly('invoice_parts', dialect),
]
