import type { ReadingSource, Zone } from 'contract/readings'
import { sql } from 'kysely'
import type { Defaulted, Flag, Nullable } from '../../columns'
import { forgeable, register } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

const ofAccount = 'readings of the account, without a name: its bills are made by them'

export interface ReadingsTables {
  meters: {
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
  reading_receipts: {
    id: string
    /** As customers read it. */
    number: string
    account: string
    accepted_at: string
  }

  /** Append-only: a corrected reading is a further one. Values and volumes are in the meter's smallest units. */
  meter_readings: {
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

  /** The secret addresses of calendars: one a customer, only its hash. */
  calendar_links: {
    user_id: string
    token_hash: string
    created_at: string
  }
}

/** Meters and their readings: what a customer has sent is never overwritten. */
export const readings: SchemaPart<ReadingsTables> = {
  statements: (text, dialect) => [
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
  ],

  tables: {
    meters: { retention: 'for good', copy: { code: 'meters' }, erasure: { stays: register } },
    reading_receipts: {
      retention: 'for good',
      copy: { code: 'readingReceipts' },
      erasure: { stays: ofAccount },
    },
    meter_readings: { retention: 'for good', copy: { code: 'readings' }, erasure: { stays: ofAccount } },
    calendar_links: {
      retention: 'with its customer',
      copy: {
        section: 'calendarLinks',
        columns: ['user_id as customer', 'created_at as createdAt'],
        order: ['user_id'],
        hidden: { token_hash: forgeable },
      },
      erasure: {
        deletedBy: 'user_id',
        countedAs: { key: 'calendarLinks', words: 'ссылка на календарь' },
      },
    },
  },
}
