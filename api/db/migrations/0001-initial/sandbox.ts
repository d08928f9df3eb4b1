import type { DeclineReason } from 'contract/decline-reasons'
import { sql } from 'kysely'
import type { Flag, Money, Nullable } from '../../columns'
import type { TableLifecycle } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

const testBank = "the test bank's own books"
const ofTestBank: TableLifecycle<never> = {
  retention: 'the test bank',
  copy: { nothing: testBank },
  erasure: { stays: testBank },
}

export interface SandboxTables {
  sandbox_payments: {
    id: string
    /** Our id of the payment. */
    merchant_payment: string
    account: string
    /** Of a payment for several accounts: what it is made of, as JSON. */
    parts: Nullable<string>
    amount: Money
    description: string
    receipt_email: string
    success_url: Nullable<string>
    failed_url: Nullable<string>
    saves_card: Flag
    status: 'pending' | 'succeeded' | 'canceled'
    created_at: string
    settled_at: Nullable<string>
    decline_reason: Nullable<DeclineReason>
    /** The number of the test card. */
    card: Nullable<string>
    card_expires: Nullable<string>
    /** The saved card that paid, or that this payment saved. */
    card_id: Nullable<string>
    /** A `Scenario` as JSON. */
    scenario: Nullable<string>
    /** What it is paid with; null: a card. */
    kind: Nullable<'sbp'>
    /** When the money of a payment through SBP arrives that the payer has confirmed. */
    arrives_at: Nullable<string>
  }

  sandbox_refunds: {
    id: string
    payment_id: string
    amount: Money
    status: 'pending' | 'succeeded' | 'canceled'
    created_at: string
  }

  /** Idempotency keys, for as long as the bank remembers them. */
  sandbox_keys: {
    key: string
    payment_id: string
    body_hash: string
    created_at: string
  }

  sandbox_cards: {
    id: string
    number: string
    expires: string
    /** The outcome of charges without the payer. `breaks`: charged, but the answer is lost. */
    later_charges: 'paid' | 'breaks' | DeclineReason
  }

  /** Append-only: every charge that was really made. */
  sandbox_charges: {
    id: string
    payment_id: string
    merchant_payment: string
    amount: Money
    charged_at: string
  }

  /** Webhooks that the test bank has yet to send. */
  sandbox_webhooks: {
    id: string
    body: string
    due_at: string
  }
}

/** The test bank's own books. No table of the company refers to them, as none could to a real bank's. */
export const sandbox: SchemaPart<SandboxTables> = {
  statements: (text, dialect) => [
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
  ],

  tables: {
    sandbox_payments: {
      ...ofTestBank,
      erasure: { stays: testBank, without: ['receipt_email'] },
    },
    sandbox_refunds: ofTestBank,
    sandbox_keys: ofTestBank,
    sandbox_cards: ofTestBank,
    sandbox_charges: ofTestBank,
    sandbox_webhooks: { ...ofTestBank, retention: 'a queue' },
  },
}
