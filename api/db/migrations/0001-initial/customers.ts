import { sql } from 'kysely'
import type { Statements } from '../../migration'

/** Customers, their sessions and logins. */
export const customers: Statements = (text) => [
  sql`create table users (
    id ${text} primary key,
    name ${text} not null,
    email ${text} not null,
    email_normalized ${text} not null unique,
    phone ${text},
    password_hash ${text} not null,
    email_verified_at ${text},
    email_undeliverable_since ${text},
    consent_version ${text},
    consent_at ${text},
    consent_address ${text},
    deletion_id ${text},
    deletion_asked_at ${text},
    erase_at ${text},
    created_at ${text} not null
  )`,
  sql`create index users_to_erase on users (erase_at) where erase_at is not null`,
  // For the step that deletes old registrations whose address was never confirmed.
  sql`create index users_unconfirmed on users (created_at) where email_verified_at is null`,

  sql`create table sessions (
    id ${text} primary key,
    token_hash ${text} not null unique,
    user_id ${text} not null references users (id) on delete cascade,
    device ${text},
    created_at ${text} not null,
    last_used_at ${text} not null
  )`,
  sql`create index sessions_user on sessions (user_id)`,
  sql`create index sessions_created on sessions (created_at)`,
  sql`create index sessions_last_used on sessions (last_used_at)`,

  sql`create table mailed_tokens (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    purpose ${text} not null,
    code_hash ${text} not null,
    payload ${text},
    created_at ${text} not null,
    expires_at ${text} not null,
    used_at ${text}
  )`,
  sql`create index mailed_tokens_user on mailed_tokens (user_id, purpose)`,
  sql`create index mailed_tokens_expiry on mailed_tokens (expires_at)`,

  // Has no user_id: an attempt with a taken address is kept like any other.
  sql`create table registration_attempts (
    email_normalized ${text} primary key,
    password_hash ${text} not null,
    created_at ${text} not null
  )`,
  sql`create index registration_attempts_created on registration_attempts (created_at)`,

  sql`create table known_devices (
    user_id ${text} not null references users (id) on delete cascade,
    device_hash ${text} not null,
    last_seen_at ${text} not null,
    code_unneeded_until ${text},
    primary key (user_id, device_hash)
  )`,

  sql`create table second_steps (
    user_id ${text} primary key references users (id) on delete cascade,
    secret ${text} not null,
    setup_expires_at ${text} not null,
    turned_on_at ${text},
    last_used_step integer
  )`,
  sql`create index second_steps_setup on second_steps (setup_expires_at) where turned_on_at is null`,

  sql`create table recovery_codes (
    user_id ${text} not null references users (id) on delete cascade,
    code_hash ${text} not null,
    created_at ${text} not null,
    used_at ${text},
    primary key (user_id, code_hash)
  )`,

  sql`create table second_step_logins (
    token_hash ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    tries integer not null default 0,
    created_at ${text} not null,
    expires_at ${text} not null
  )`,
  sql`create index second_step_logins_user on second_step_logins (user_id)`,
  sql`create index second_step_logins_expiry on second_step_logins (expires_at)`,
]
