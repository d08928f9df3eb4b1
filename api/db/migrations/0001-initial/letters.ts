import { DAY } from 'format/durations'
import { sql } from 'kysely'
import type { Defaulted, Flag, Nullable } from '../../columns'
import { forgeable } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { letterRequests } from './customers'

export type MailRequestKind = 'registration' | 'verify' | 'reset' | 'change-email'

const readingReminders = { key: 'readingReminders', words: 'напоминания о показаниях' }
const invoiceLetters = { key: 'invoiceLetters', words: 'письма о квитанциях' }

export interface LettersTables {
  /** A request for a letter, stored alike for every address: a step of the worker decides what is sent. */
  mail_requests: {
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

  outbox: {
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

  /** Customers who want a letter before the window of readings ends. */
  reading_reminders: {
    user_id: string
    asked_at: string
    /** The last day of the window that the newest letter was about. */
    reminded_of: Nullable<string>
  }

  /** Customers who want letters about their invoices. */
  invoice_letters: {
    user_id: string
    asked_at: string
    /** The day from which on the customer's invoices are to be looked at again. */
    next_look_on: string
  }

  /** Invoices that a customer was written about, or needs no letter about. */
  invoice_notices: {
    id: string
    user_id: string
    invoice_id: string
    /** When it was last written about. */
    notified_at: string
    /** 1: no reminder is to come any more. */
    reminded: Defaulted<Flag>
  }

  /** Links by which the letters that they stand in are turned off, valid for as long as such letters may come. */
  reminder_links: {
    id: string
    user_id: string
    /** Null: those about readings. */
    letters: Nullable<'invoices'>
    code_hash: string
    created_at: string
  }
}

/** Requests for letters, the outbox, and the letters that customers turn on and off. */
export const letters: SchemaPart<LettersTables> = {
  statements: (text) => [
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

    sql`create table invoice_notices (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      invoice_id ${text} not null references invoices (id),
      notified_at ${text} not null,
      reminded integer not null default 0,
      unique (user_id, invoice_id)
    )`,
    sql`create index invoice_notices_notified on invoice_notices (notified_at)`,

    sql`create table reminder_links (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      letters ${text},
      code_hash ${text} not null,
      created_at ${text} not null
    )`,
    sql`create index reminder_links_user on reminder_links (user_id)`,
    sql`create index reminder_links_created on reminder_links (created_at)`,
  ],

  tables: {
    mail_requests: {
      retention: 'a queue',
      copy: { code: 'letterRequests' },
      erasure: { code: 'mailRequests', countedAs: letterRequests },
    },
    outbox: {
      retention: 'by the outbox',
      copy: {
        code: 'letters',
        hidden: {
          text: 'has links that open the account, until it is sent and emptied',
          headers: 'has the code of the link that turns reminders off, until it is sent and emptied',
          html: 'has links that open the account, until it is sent and emptied',
        },
      },
      erasure: { code: 'outbox', countedAs: { key: 'letters', words: 'письма' } },
    },
    reading_reminders: {
      retention: 'with its customer',
      copy: {
        section: 'readingReminders',
        within: { row: 'asked' },
        columns: ['user_id as customer', 'asked_at as askedAt', 'reminded_of as remindedOf'],
        order: ['user_id'],
      },
      erasure: { deletedBy: 'user_id', countedAs: readingReminders },
    },
    invoice_letters: {
      retention: 'with its customer',
      copy: {
        section: 'invoiceLetters',
        within: { row: 'asked' },
        columns: ['user_id as customer', 'asked_at as askedAt', 'next_look_on as nextLookOn'],
        order: ['user_id'],
      },
      erasure: { deletedBy: 'user_id', countedAs: invoiceLetters },
    },
    invoice_notices: {
      // Far longer than an invoice is written about, the last time three days before its due day.
      retention: { deletedAfterMs: 92 * DAY, since: 'notified_at', key: 'id' },
      copy: {
        section: 'invoiceLetters',
        within: { rows: 'told' },
        columns: ['id', 'invoice_id as invoice', 'notified_at as toldAt', 'reminded'],
        flags: ['reminded'],
        order: ['notified_at desc', 'id'],
      },
      erasure: { deletedBy: 'user_id', countedAs: invoiceLetters },
    },
    reminder_links: {
      // How long the link in a letter turns such letters off.
      retention: { deletedAfterMs: 365 * DAY, since: 'created_at', key: 'id' },
      copy: {
        section: 'readingReminders',
        within: { rows: 'links' },
        columns: ['id', 'letters', 'created_at as createdAt'],
        order: ['created_at desc', 'id'],
        hidden: { code_hash: forgeable },
      },
      erasure: { deletedBy: 'user_id', countedAs: readingReminders },
    },
  },
}
