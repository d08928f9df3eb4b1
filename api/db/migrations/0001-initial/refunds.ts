import { sql } from 'kysely'
import type { Defaulted, Flag, Money, Nullable } from '../../columns'
import { accounting } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

export interface RefundsTables {
  /** Append-only: refunds that the gateway has made, also without our request. Each has its ledger entry. */
  refunds: {
    id: string
    gateway: string
    /** Unique together with `gateway`: a refund is recorded once. */
    gateway_refund_id: string
    payment_id: string
    account: string
    /** Above zero. */
    amount: Money
    /** When the gateway made the refund. */
    refunded_at: string
    recorded_at: string
  }

  /** Refunds to poll: named by a webhook, or pending at the gateway. */
  refund_checks: {
    gateway: string
    gateway_refund_id: string
    payment_id: string
    created_at: string
    next_check_at: string
  }

  /** Append-only: refunds that the operator has requested, stored before the gateway hears of them. */
  refund_requests: {
    id: string
    payment_id: string
    gateway: string
    amount: Money
    idempotency_key: string
    /** The body as it is sent, and sent again; emptied with the erasure of its payer. */
    body: string
    created_at: string
  }

  /** How a refund request stands with its gateway. */
  refund_request_states: {
    request_id: string
    /** `created`: not sent yet. `unknown`: sent, without an answer. `accepted`: the gateway has given it an id. */
    state: 'created' | 'unknown' | 'accepted' | 'refused'
    sends: Defaulted<number>
    first_sent_at: Nullable<string>
    gateway_refund_id: Nullable<string>
    /** For `refused`: the gateway's code. */
    reason: Nullable<string>
    /** When a step has to send it again; null: never. */
    next_check_at: Nullable<string>
  }

  /** A comparison of a gateway's list with ours, with its counts. */
  reconciliation_runs: {
    id: string
    /** Its name; for a former shop the name, a space and the shop. */
    gateway: string
    /** The day of a daily run, one per gateway; null: a run by the command. */
    day: Nullable<string>
    from_at: string
    to_at: string
    started_at: string
    /** Null: under way, or abandoned. */
    finished_at: Nullable<string>
    /** Incremented by each claim: only the last claim may store its result. */
    fencing_token: Defaulted<number>
    leased_until: string
    payments: Defaulted<number>
    refunds: Defaulted<number>
    differences: Defaulted<number>
    mended: Defaulted<number>
  }

  reconciliation_differences: {
    run_id: string
    kind:
      | 'missing_here'
      | 'missing_at_gateway'
      | 'amount_differs'
      | 'state_differs'
      | 'refund_missing_here'
      | 'refund_missing_at_gateway'
      | 'refund_amount_differs'
    /** The gateway's id of the payment, or of the refund. */
    gateway_id: string
    payment_id: Nullable<string>
    /** A status, or kopecks. */
    ours: Nullable<string>
    theirs: Nullable<string>
    mended: Flag
  }
}

/** Refunds by gateways, refund requests of the operator, and the comparison with a gateway's list. */
export const refunds: SchemaPart<RefundsTables> = {
  statements: (text, dialect) => [
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
  ],

  tables: {
    refunds: { retention: 'for good', copy: { code: 'payments' }, erasure: { stays: accounting } },
    refund_checks: { retention: 'a queue', copy: { code: 'payments' }, erasure: { stays: accounting } },
    refund_requests: {
      retention: 'for good',
      copy: {
        code: 'payments',
        hidden: { idempotency_key: 'what the refund is created by at the gateway' },
      },
      erasure: { stays: accounting, without: ['body'] },
    },
    refund_request_states: {
      retention: 'for good',
      copy: { code: 'payments' },
      erasure: { stays: accounting },
    },
    reconciliation_runs: {
      retention: 'for good',
      copy: { nothing: 'a comparison of all payments of a gateway' },
      erasure: { stays: accounting },
    },
    reconciliation_differences: {
      retention: 'for good',
      copy: { code: 'payments' },
      erasure: { stays: accounting },
    },
  },
}
