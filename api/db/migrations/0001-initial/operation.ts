import { sql } from 'kysely'
import { appendOnly } from '../../append-only'
import type { Statements } from '../../migration'

/** What the server and its operators keep. */
export const operation: Statements = (text, dialect) => [
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
]
