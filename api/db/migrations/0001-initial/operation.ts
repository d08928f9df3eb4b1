import { DAY } from 'format/durations'
import { sql } from 'kysely'
import type { Nullable } from '../../columns'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

export type OperatorStage = 'begun' | 'done' | 'failed'

export interface OperationTables {
  settings: {
    key: string
    value: string
  }

  rate_limits: {
    /** A hash of what is limited: no address is stored in plain text. */
    key: string
    count: number
    window_ends_at: string
  }

  idempotency_keys: {
    /** A hash of the call, its owner and the key. */
    id: string
    body_hash: string
    /** JSON; null for an answer without data. */
    answer: string | null
    created_at: string
  }

  /** Append-only: what operators did by commands, without anybody's personal data. A run has two rows. */
  operator_log: {
    id: string
    /** The same for both rows of a run. */
    run_id: string
    /** A run without an end was killed, or its end could not be written. */
    stage: OperatorStage
    at: string
    /** The user of the operating system, or who the operator says to be. */
    operator: string
    /** The command with its kind: `import invoices`. */
    action: string
    /** Its subjects, by numbers: `payment 0f9c…`, `customer 51d2…`; `payees housing` whose requisites it replaced. */
    subject: Nullable<string>
    /** The operator's reason, in their words. */
    why: Nullable<string>
    /** Without its folder. */
    file_name: Nullable<string>
    file_sha256: Nullable<string>
    /** Of an import's file of columns. */
    map_sha256: Nullable<string>
    /** How many records were new, changed, shown and so on, as a JSON object. */
    counts: string
  }

  /** Imports from the folder and over HTTP, at most one of them running. No values of the files. */
  import_runs: {
    id: string
    /** Who it is in the operator log. */
    source: 'folder' | 'http'
    kind: string
    /** Of a request; null once it has failed without a result, so that it can be repeated. */
    idempotency_key: Nullable<string>
    request_sha256: Nullable<string>
    state: 'running' | 'ended'
    started_at: string
    leased_until: string
    ended_at: Nullable<string>
    /** An `ImportResult` as JSON; null: none yet, or it has failed. */
    report: Nullable<string>
  }
}

/** What the server and its operators keep. */
export const operation: SchemaPart<OperationTables> = {
  statements: (text, dialect) => [
    sql`create table settings (
      key ${text} primary key,
      value ${text} not null
    )`,

    sql`create table rate_limits (
      key ${text} primary key,
      count integer not null,
      window_ends_at ${text} not null
    )`,
    sql`create index rate_limits_window on rate_limits (window_ends_at)`,

    sql`create table idempotency_keys (
      id ${text} primary key,
      body_hash ${text} not null,
      answer ${text},
      created_at ${text} not null
    )`,
    sql`create index idempotency_keys_created on idempotency_keys (created_at)`,

    sql`create table operator_log (
      id ${text} primary key,
      run_id ${text} not null,
      stage ${text} not null,
      at ${text} not null,
      operator ${text} not null,
      action ${text} not null,
      subject ${text},
      why ${text},
      file_name ${text},
      file_sha256 ${text},
      map_sha256 ${text},
      counts ${text} not null
    )`,
    sql`create index operator_log_newest on operator_log (at, id)`,
    ...appendOnly('operator_log', dialect),

    sql`create table import_runs (
      id ${text} primary key,
      source ${text} not null,
      kind ${text} not null,
      idempotency_key ${text},
      request_sha256 ${text},
      state ${text} not null,
      started_at ${text} not null,
      leased_until ${text} not null,
      ended_at ${text},
      report ${text}
    )`,
    // One import at a time.
    sql`create unique index import_runs_running on import_runs (state) where state = 'running'`,
    sql`create unique index import_runs_key on import_runs (idempotency_key) where idempotency_key is not null`,
    sql`create index import_runs_started on import_runs (started_at)`,
  ],

  tables: {
    settings: {
      retention: 'does not grow',
      copy: { nothing: 'of the installation' },
      erasure: { stays: 'of the installation' },
    },
    rate_limits: {
      retention: { deletedAfterMs: 0, since: 'window_ends_at', key: 'key' },
      copy: { code: 'limits', hidden: { key: 'a hash; the copy names the limit' } },
      erasure: { stays: 'hashes without a name, deleted within a day' },
    },
    idempotency_keys: {
      // How long a repeated form gets the first answer.
      retention: { deletedAfterMs: DAY, since: 'created_at', key: 'id' },
      copy: { nothing: 'kept for a day under a hash that does not tell whose it is' },
      erasure: { stays: 'deleted within a day' },
    },
    operator_log: {
      retention: 'for good',
      copy: { nothing: 'what operators did, by numbers of accounts, payments and customers' },
      erasure: { stays: 'of the installation; the number of an erased customer leads to nobody' },
    },
    import_runs: {
      retention: 'every hour',
      copy: { nothing: 'imports of whole tables, by counts and numbers of lines' },
      erasure: { stays: 'of the installation, without anything of customers' },
    },
  },
}
