import { sql } from 'kysely'
import type { Statements } from '../../migration'

/** The company's register of accounts, and the customers who see them. */
export const accounts: Statements = (text) => [
  sql`create table payees (
    id ${text} primary key,
    name ${text} not null,
    inn ${text} not null,
    kpp ${text},
    bank_name ${text} not null,
    bic ${text} not null,
    correspondent_account ${text} not null,
    settlement_account ${text} not null
  )`,

  sql`create table register_accounts (
    account ${text} primary key,
    title ${text},
    address ${text} not null,
    payer_name ${text} not null,
    area double precision,
    residents integer,
    search_text ${text} not null,
    proof_kind ${text},
    proof_answer_hash ${text} not null,
    payee_id ${text} not null references payees (id)
  )`,

  sql`create table customer_accounts (
    user_id ${text} not null references users (id) on delete cascade,
    account ${text} not null references register_accounts (account),
    title ${text},
    title_search_text ${text},
    is_default integer not null default 0,
    added_at ${text} not null,
    primary key (user_id, account)
  )`,
  sql`create unique index customer_accounts_one_default on customer_accounts (user_id) where is_default = 1`,
  // To tell the customers who have the account of one who adds it, and to end their access.
  sql`create index customer_accounts_account on customer_accounts (account)`,

  sql`create table account_grants (
    id ${text} primary key,
    account ${text} not null references register_accounts (account),
    invited_by ${text} references users (id) on delete set null,
    user_id ${text} references users (id) on delete set null,
    readings integer not null,
    pay integer not null,
    email ${text},
    email_normalized ${text},
    label ${text},
    until ${text},
    status ${text} not null,
    code_hash ${text} not null,
    created_at ${text} not null,
    lapses_at ${text},
    accepted_at ${text},
    ended_at ${text},
    title ${text},
    title_search_text ${text},
    is_default integer not null default 0
  )`,
  sql`create index account_grants_account on account_grants (account, created_at)`,
  sql`create index account_grants_inviter on account_grants (invited_by)`,
  sql`create index account_grants_holder on account_grants (user_id)`,
  sql`create index account_grants_lapses on account_grants (lapses_at) where lapses_at is not null`,
  sql`create index account_grants_ended on account_grants (ended_at) where ended_at is not null`,
  sql`create unique index account_grants_one_open on account_grants (account, user_id)
    where status in ('waiting', 'active')`,
]
