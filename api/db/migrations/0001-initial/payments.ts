import type { DeclineReason } from 'contract/decline-reasons'
import { sql } from 'kysely'
import type { Defaulted, DefaultedMoney, Money, Nullable } from '../../columns'
import { accounting, forgeable } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

export interface PaymentsTables {
  payments: {
    id: string
    account: string
    user_id: Nullable<string>
    amount: Money
    status: 'pending' | 'succeeded' | 'canceled'
    created_at: string
    paid_at: Nullable<string>
    /** When the success became known here, which may be days after `paid_at`; null counts as `paid_at`. */
    recorded_at: Nullable<string>
    method_kind: Nullable<'card' | 'sbp' | 'sberpay' | 'other'>
    method_title: Nullable<string>
    /** `other`: made elsewhere, such as at a cash desk, and imported. */
    source: 'guest' | 'personal' | 'autopayment' | 'other'
    receipt_url: Nullable<string>
    receipt_status: Nullable<'pending' | 'done' | 'failed'>
    decline_reason: Nullable<DeclineReason>
    /** Refunded so far: the sum of its `refunds`, at most `amount`. */
    refunded: DefaultedMoney
    /** Where it was made and its number there, for `other`: an import recognizes it by this. */
    external_id: Nullable<string>
  }

  /** Numbers of payments in the files for 1C, given when a payment is first printed. */
  payment_numbers: {
    payment_id: string
    number: number
  }

  /** Count and sum of payments by day of creation, for the totals of a history without a scan. */
  payment_daily_sums: {
    account: string
    day: string
    status: PaymentsTables['payments']['status']
    count: number
    amount: Money
  }

  /** A payment method that can be charged without the bank's page, usually a saved card. */
  payment_methods: {
    id: string
    user_id: string
    gateway: string
    /** The account at the gateway that has saved it. */
    shop: string
    gateway_method_id: string
    kind: 'card' | 'sbp' | 'sberpay' | 'other'
    title: string
    /** A day: the last on which it can be charged. */
    expires_at: Nullable<string>
    created_at: string
    /** Not null: the owner has unlinked it, and it may never be charged again. */
    unlinked_at: Nullable<string>
  }

  /** How a payment stands with its gateway. Stored before the gateway hears of it. */
  payment_intents: {
    payment_id: string
    /** A hash of the payer and their idempotency key: one payment for ever. Also the key for the gateway. */
    request_key: string
    body_hash: string
    gateway: string
    /** The account at the gateway that takes the money, and makes its refunds. */
    shop: string
    /** The `PaymentRequest` as JSON. */
    request: string
    /** The saved method to charge, if any. */
    method_id: Nullable<string>
    state: 'created' | 'sent' | 'unknown' | 'pending' | 'succeeded' | 'canceled'
    /** How often the creation was sent to the gateway. */
    sends: Defaulted<number>
    first_sent_at: Nullable<string>
    /** The body of the first attempt: a repeat with the same key must have the same bytes. */
    sent_body: Nullable<string>
    /** When the gateway was last called about it, or was about to be. */
    last_contact_at: string
    /** When a step has to look at it next, moved ahead by each process that does. Null: nothing more will change. */
    next_check_at: Nullable<string>
    gateway_payment_id: Nullable<string>
    confirmation_url: Nullable<string>
    /** Of a pending payment through SBP: the text of its QR code, and until when it is valid. */
    qr: Nullable<string>
    qr_expires_at: Nullable<string>
    /** Why the gateway was asked to cancel it; null: it was not. */
    asked_cancel_reason: Nullable<DeclineReason>
    /** For a guest's payment: the e-mail of its receipt, in lower case; null for customers and after an erasure. */
    guest_email: Nullable<string>
    /**
     * For a payment of several made by one charge: the one of them whose intent is the charge, itself included. Only that one
     * is sent to the gateway, with the sum of all; the others take its state.
     */
    basket_id: Nullable<string>
  }

  /** Append-only (enforced by the database): every change of a payment's state. */
  payment_events: {
    payment_id: string
    /** From 1, without gaps. */
    step: number
    at: string
    /**
     * The source of the change: `request` (the payer's request and the gateway's answer to the creation), `webhook` and
     * `lookup` (the gateway's answer when polled), `operator`, `time` (the age of the payment).
     */
    actor: 'request' | 'webhook' | 'lookup' | 'operator' | 'time'
    /** Null: the payment was just stored. */
    from_state: Nullable<PaymentsTables['payment_intents']['state']>
    to_state: PaymentsTables['payment_intents']['state']
    /** A code, ours or the gateway's. */
    why: string
  }

  /** Webhooks that were processed. */
  gateway_webhooks: {
    gateway: string
    /** The event and the gateway's id of its payment. */
    webhook: string
    payment_id: string
    taken_at: string
  }
}

/** Payments, how they stand with their gateways, and the methods that gateways have saved. */
export const payments: SchemaPart<PaymentsTables> = {
  statements: (text, dialect) => [
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
  ],

  tables: {
    payments: {
      retention: 'for good',
      copy: {
        code: 'payments',
        hidden: { external_id: "the number of a payment made elsewhere, which is nobody's in particular" },
      },
      erasure: {
        stays: accounting,
        without: ['user_id', 'method_title'],
        countedAs: { key: 'payersOfPayments', words: 'плательщик, почта и карта в платежах' },
      },
    },
    payment_numbers: {
      retention: 'for good',
      copy: { nothing: 'numbers of payments in the files for the accountants' },
      erasure: { stays: accounting },
    },
    payment_daily_sums: {
      retention: 'for good',
      copy: { nothing: 'sums over all payments of an account in a day' },
      erasure: { stays: accounting },
    },
    payment_methods: {
      retention: 'with its customer',
      copy: {
        section: 'savedCards',
        columns: [
          'id',
          'gateway',
          'shop',
          'kind',
          'title',
          'expires_at as expiresAt',
          'created_at as createdAt',
          'unlinked_at as unlinkedAt',
        ],
        order: ['created_at', 'id'],
        hidden: { gateway_method_id: 'money is taken by it' },
      },
      erasure: { deletedBy: 'user_id', countedAs: { key: 'savedCards', words: 'сохранённые карты' } },
    },
    payment_intents: {
      retention: 'for good',
      copy: {
        code: 'payments',
        hidden: {
          request_key: 'what a payment is created by at the gateway',
          body_hash: forgeable,
          sent_body: "the request once more, with the gateway's id of the card",
        },
      },
      erasure: { stays: accounting, without: ['method_id', 'sent_body', 'guest_email'] },
    },
    payment_events: { retention: 'for good', copy: { code: 'payments' }, erasure: { stays: accounting } },
    gateway_webhooks: { retention: 'for good', copy: { code: 'payments' }, erasure: { stays: accounting } },
  },
}
