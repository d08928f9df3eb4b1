import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

/** Meters and their readings: what a customer has sent is never overwritten. */
export const readings: Statements = (text, dialect) => [
  sql`create table meters (
    id ${text} primary key,
    external_id ${text},
    account ${text} not null references register_accounts (account),
    position integer not null,
    service ${text} not null,
    unit ${text} not null,
    serial ${text} not null,
    place ${text},
    zones ${text} not null,
    digits integer not null,
    decimals integer not null,
    verified_until ${text},
    closed_on ${text}
  )`,
  sql`create index meters_account on meters (account, position)`,
  sql`create unique index meters_external on meters (external_id) where external_id is not null`,

  sql`create table reading_receipts (
    id ${text} primary key,
    number ${text} not null unique,
    account ${text} not null references register_accounts (account),
    accepted_at ${text} not null
  )`,
  sql`create index reading_receipts_newest on reading_receipts (account, accepted_at)`,
  ...appendOnly('reading_receipts', dialect),

  sql`create table meter_readings (
    id ${text} primary key,
    account ${text} not null references register_accounts (account),
    meter_id ${text} not null references meters (id),
    zone ${text} not null,
    value bigint not null,
    previous bigint,
    volume bigint not null,
    corrects integer not null default 0,
    period ${text} not null,
    read_at ${text} not null,
    source ${text} not null,
    receipt_id ${text} references reading_receipts (id),
    unique (receipt_id, meter_id, zone)
  )`,
  sql`create index meter_readings_newest on meter_readings (account, read_at desc, id desc)`,
  sql`create index meter_readings_of_meter on meter_readings (meter_id, read_at desc, id desc)`,
  // For the register of readings that customers have sent.
  sql`create index meter_readings_sent on meter_readings (read_at, id) where receipt_id is not null`,
  ...appendOnly('meter_readings', dialect),

  sql`create table calendar_links (
    user_id ${text} primary key references users (id) on delete cascade,
    token_hash ${text} not null unique,
    created_at ${text} not null
  )`,
]
