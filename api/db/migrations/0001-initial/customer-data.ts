import { type RawBuilder, sql } from 'kysely'
import type { Nullable } from '../../columns'
import type { DialectName } from '../../counted-dialect'
import type { SchemaPart } from '../../migration'
import { appendOnly, rowTrigger } from '../../row-trigger'

export interface CustomerDataTables {
  /** Each version of a consent's text, as it was first shown. Append-only. */
  consent_texts: {
    /** Of its page: `/consent`. */
    path: string
    version: string
    title: string
    description: Nullable<string>
    /** HTML, as the page's file had it. */
    body: string
    /** A moment. */
    first_shown_at: string
  }

  /** What customers changed of themselves. Triggers write it, with the database's clock. */
  customer_changes: {
    id: string
    at: string
    user_id: string
    kind:
      | 'name'
      | 'email'
      | 'phone'
      | 'account_added'
      | 'account_removed'
      | 'consent_given'
      | 'consent_withdrawn'
      | 'autopayment_consent_given'
      | 'autopayment_consent_withdrawn'
    /** Null where no account is meant. */
    account: Nullable<string>
    /** A name, an e-mail, a telephone, or the version of a consent's text; null: there was none. */
    before: Nullable<string>
    after: Nullable<string>
  }

  /** Append-only: the erasures of customers, without anything that tells who they were. */
  destruction_log: {
    /** The number of the deletion, which only its customer was told. */
    id: string
    asked_at: string
    destroyed_at: string
    reason: 'asked_by_customer'
    /** How many records of each category were erased, as a JSON object. */
    counts: string
  }
}

/** What customers have agreed to and changed of themselves, and the log of erasures. */
export const customerData: SchemaPart<CustomerDataTables> = {
  statements: (text, dialect) => [
    sql`create table consent_texts (
      path ${text} not null,
      version ${text} not null,
      title ${text} not null,
      description ${text},
      body ${text} not null,
      first_shown_at ${text} not null,
      primary key (path, version)
    )`,

    // For the company's billing. Triggers write it, so that no change is missed.
    sql`create table customer_changes (
      id ${text} primary key,
      at ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      kind ${text} not null,
      account ${text},
      before ${text},
      after ${text}
    )`,
    sql`create index customer_changes_when on customer_changes (at, id)`,
    sql`create index customer_changes_user on customer_changes (user_id)`,
    ...changes.flatMap((change) => writeDown(change, dialect)),

    sql`create table destruction_log (
      id ${text} primary key,
      asked_at ${text} not null,
      destroyed_at ${text} not null,
      reason ${text} not null,
      counts ${text} not null
    )`,
    sql`create index destruction_log_day on destruction_log (destroyed_at)`,
    ...appendOnly('destruction_log', dialect),
  ],

  tables: {
    consent_texts: {
      retention: 'for good',
      copy: { nothing: 'texts of the company; a consent names its version' },
      erasure: { stays: 'what others have agreed to, without anything of customers' },
    },
    customer_changes: {
      retention: 'with its customer',
      copy: { code: 'changes' },
      // Rows that the erasure itself causes go with the customer, uncounted.
      erasure: { deletedBy: 'user_id', countedAs: { key: 'changes', words: 'записи об изменениях' } },
    },
    destruction_log: {
      retention: 'for good',
      copy: { nothing: 'erasures of others, without a name' },
      erasure: { stays: 'the log of destruction itself' },
    },
  },
}

/** A change that is written down. All but the names is SQL over the `old` and the `new` row. */
interface Change {
  trigger: string
  kind: string
  table: 'users' | 'customer_accounts' | 'autopayments'
  event: 'insert' | 'update' | 'delete'
  when?: string
  user: string
  account?: string
  before?: string
  after?: string
}

const isVerified = 'new.email_verified_at is not null'
const wasVerified = 'old.email_verified_at is not null'
const getsVerified = `old.email_verified_at is null and ${isVerified}`

/** A column of a customer: its value once the address is verified, and each change after that. */
const ofColumn = (kind: 'name' | 'email' | 'phone'): Change[] => {
  const [before, after] = [`old.${kind}`, `new.${kind}`]
  const change = { kind, table: 'users', user: 'new.id', after } as const
  const isSet = `${after} is not null`
  return [
    { ...change, trigger: `${kind}_created`, event: 'insert', when: `${isVerified} and ${isSet}` },
    { ...change, trigger: `${kind}_verified`, event: 'update', when: `${getsVerified} and ${isSet}` },
    {
      ...change,
      trigger: `${kind}_changed`,
      event: 'update',
      when: `${wasVerified} and coalesce(${before}, '') <> coalesce(${after}, '')`,
      before,
    },
  ]
}

const consentGiven = {
  kind: 'consent_given',
  table: 'users',
  user: 'new.id',
  after: 'new.consent_version',
} as const

const ofAutopayment = { table: 'autopayments', user: 'new.user_id', account: 'new.account' } as const

const changes: readonly Change[] = [
  ...ofColumn('name'),
  ...ofColumn('email'),
  ...ofColumn('phone'),
  {
    ...consentGiven,
    trigger: 'consent_created',
    event: 'insert',
    when: `${isVerified} and new.consent_at is not null`,
  },
  {
    ...consentGiven,
    trigger: 'consent_verified',
    event: 'update',
    when: `${getsVerified} and new.consent_at is not null`,
  },
  {
    ...consentGiven,
    trigger: 'consent_restored',
    event: 'update',
    when: 'old.deletion_asked_at is not null and new.deletion_asked_at is null',
  },
  {
    trigger: 'consent_withdrawn',
    kind: 'consent_withdrawn',
    table: 'users',
    event: 'update',
    when: 'old.deletion_asked_at is null and new.deletion_asked_at is not null',
    user: 'new.id',
    before: 'old.consent_version',
  },
  {
    trigger: 'account_added',
    kind: 'account_added',
    table: 'customer_accounts',
    event: 'insert',
    user: 'new.user_id',
    account: 'new.account',
  },
  {
    trigger: 'account_removed',
    kind: 'account_removed',
    table: 'customer_accounts',
    event: 'delete',
    user: 'old.user_id',
    account: 'old.account',
  },
  {
    ...ofAutopayment,
    trigger: 'autopayment_consent_given',
    kind: 'autopayment_consent_given',
    event: 'insert',
    after: 'new.consent_version',
  },
  {
    ...ofAutopayment,
    trigger: 'autopayment_consent_withdrawn',
    kind: 'autopayment_consent_withdrawn',
    event: 'update',
    when: 'old.deleted_at is null and new.deleted_at is not null',
    before: 'old.consent_version',
  },
]

const writeDown = (change: Change, dialect: DialectName): RawBuilder<unknown>[] => {
  const {
    trigger,
    kind,
    table,
    event,
    when,
    user,
    account = 'null',
    before = 'null',
    after = 'null',
  } = change
  const [id, now] =
    dialect === 'sqlite'
      ? ['lower(hex(randomblob(16)))', "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"]
      : [
          'gen_random_uuid()::text',
          `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        ]
  return rowTrigger(dialect, {
    name: `customer_changes_${trigger}`,
    event: `after ${event}`,
    table,
    when: when === undefined ? undefined : sql.raw(when),
    // The erasure of a customer takes the rows along, and may remove their accounts after that.
    work: sql.raw(`insert into customer_changes (id, at, user_id, kind, account, before, after)
      select ${id}, ${now}, ${user}, '${kind}', ${account}, ${before}, ${after}
      where exists (select 1 from users where users.id = ${user})`),
  })
}
