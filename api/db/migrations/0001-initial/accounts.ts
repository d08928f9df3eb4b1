import type { GrantStatus } from 'contract/family'
import { DAY } from 'format/durations'
import { sql } from 'kysely'
import type { Defaulted, Flag, Nullable } from '../../columns'
import { forgeable, register } from '../../lifecycle'
import type { SchemaPart } from '../../migration'

export interface AccountsTables {
  payees: {
    id: string
    name: string
    inn: string
    kpp: Nullable<string>
    bank_name: string
    bic: string
    correspondent_account: string
    settlement_account: string
  }

  /** The company's register: every account, whether or not a customer has added it. */
  register_accounts: {
    account: string
    /** The use of the property: «Квартира», «Гараж». */
    title: Nullable<string>
    address: string
    payer_name: string
    area: Nullable<number>
    residents: Nullable<number>
    /** Number, title and address in lower case, for the filter: SQLite's lower() only knows ASCII. */
    search_text: string
    /** The kind of its question in api/accounts/proof.ts; null: none, and nobody can add the account. */
    proof_kind: Nullable<string>
    proof_answer_hash: string
    payee_id: string
  }

  customer_accounts: {
    user_id: string
    account: string
    /** The customer's own name for it; null shows the register's. */
    title: Nullable<string>
    /** The normalized words of `title`; null without one. */
    title_search_text: Nullable<string>
    is_default: Defaulted<Flag>
    added_at: string
  }

  /** What an owner of an account lets another customer do with it: an invitation at first, a grant once it is accepted. */
  account_grants: {
    id: string
    account: string
    /** The owner who has invited; null: erased. */
    invited_by: Nullable<string>
    /** Who has accepted; null: nobody yet, or erased. */
    user_id: Nullable<string>
    readings: Flag
    pay: Flag
    /** The invited address; null: none was named, or the invitation has ended. */
    email: Nullable<string>
    email_normalized: Nullable<string>
    /** The owner's word for the one who is invited. */
    label: Nullable<string>
    /** The last day. */
    until: Nullable<string>
    status: GrantStatus
    /** Of the invitation's link. */
    code_hash: string
    created_at: string
    /** When an open one ends by itself; null: never. */
    lapses_at: Nullable<string>
    accepted_at: Nullable<string>
    ended_at: Nullable<string>
    /** The holder's own name for the account; null shows the register's. */
    title: Nullable<string>
    /** The normalized words of `title`; null without one. */
    title_search_text: Nullable<string>
    is_default: Defaulted<Flag>
  }
}

/** The company's register of accounts, and the customers who see them. */
export const accounts: SchemaPart<AccountsTables> = {
  statements: (text) => [
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
  ],

  tables: {
    payees: {
      retention: 'for good',
      copy: { nothing: 'organisations' },
      erasure: { stays: 'organisations' },
    },
    register_accounts: {
      retention: 'for good',
      copy: {
        code: 'accounts',
        hidden: {
          payer_name: 'masked, as everywhere: the payer may be somebody else',
          search_text: 'number, title and address once more',
          proof_kind: 'how an account is proved: the same for all accounts',
          proof_answer_hash: forgeable,
          payee_id: 'an organisation',
        },
      },
      erasure: { stays: register },
    },
    customer_accounts: {
      retention: 'with its customer',
      copy: { code: 'accounts', hidden: { title_search_text: 'the title, as the search compares it' } },
      erasure: {
        deletedBy: 'user_id',
        countedAs: { key: 'addedAccounts', words: 'лицевые счета в кабинете' },
      },
    },
    account_grants: {
      // As long as the page of an account's access shows what has ended.
      retention: { deletedAfterMs: 90 * DAY, since: 'ended_at', key: 'id' },
      copy: {
        code: 'accountGrants',
        hidden: {
          invited_by: 'told by the list it stands in',
          user_id: 'told by the list it stands in',
          email_normalized: 'the e-mail in lower case',
          code_hash: forgeable,
          title_search_text: 'the title, as the search compares it',
        },
      },
      erasure: {
        code: 'accountGrants',
        countedAs: { key: 'accountGrants', words: 'доступы к лицевым счетам' },
      },
    },
  },
}
