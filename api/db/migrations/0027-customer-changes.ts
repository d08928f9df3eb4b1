import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/** What customers change of themselves, for the company's billing. The database writes it, whoever makes the change. */
export const customerChanges: Migration = {
  name: '0027-customer-changes',
  async up(db, column, dialect) {
    await db.schema
      .createTable('customer_changes')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('at', column.text, (c) => c.notNull())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('account', column.text)
      .addColumn('before', column.text)
      .addColumn('after', column.text)
      .execute()
    await db.schema
      .createIndex('customer_changes_when')
      .on('customer_changes')
      .columns(['at', 'id'])
      .execute()
    await db.schema.createIndex('customer_changes_user').on('customer_changes').column('user_id').execute()
    for (const change of changes) await keep(db, dialect, change)
  },
}

interface Change {
  /** Of the trigger. */
  name: string
  on: 'users' | 'customer_accounts' | 'autopayments'
  event: 'insert' | 'update' | 'delete'
  when?: RawBuilder<unknown>
  kind: string
  user: RawBuilder<unknown>
  account?: RawBuilder<unknown>
  before?: RawBuilder<unknown>
  after?: RawBuilder<unknown>
}

const verified = sql`new.email_verified_at is not null`
const justVerified = sql`old.email_verified_at is null and new.email_verified_at is not null`
const ofUsers = { on: 'users', user: sql`new.id` } as const

/** A column of a customer: what it is once the address is verified, and each change after that. */
const ofColumn = (kind: 'name' | 'email' | 'phone'): Change[] => {
  const [before, after] = [sql.ref(`old.${kind}`), sql.ref(`new.${kind}`)]
  const about = { ...ofUsers, kind, after }
  return [
    { ...about, name: `${kind}_created`, event: 'insert', when: sql`${verified} and ${after} is not null` },
    {
      ...about,
      name: `${kind}_verified`,
      event: 'update',
      when: sql`${justVerified} and ${after} is not null`,
    },
    {
      ...about,
      name: `${kind}_changed`,
      event: 'update',
      when: sql`old.email_verified_at is not null and coalesce(${before}, '') <> coalesce(${after}, '')`,
      before,
    },
  ]
}

const consent = { ...ofUsers, kind: 'consent_given', after: sql`new.consent_version` } as const
const autopayment = { on: 'autopayments', user: sql`new.user_id`, account: sql`new.account` } as const

const changes: readonly Change[] = [
  ...ofColumn('name'),
  ...ofColumn('email'),
  ...ofColumn('phone'),
  {
    ...consent,
    name: 'consent_created',
    event: 'insert',
    when: sql`${verified} and new.consent_at is not null`,
  },
  {
    ...consent,
    name: 'consent_verified',
    event: 'update',
    when: sql`${justVerified} and new.consent_at is not null`,
  },
  {
    ...consent,
    name: 'consent_restored',
    event: 'update',
    when: sql`old.deletion_asked_at is not null and new.deletion_asked_at is null`,
  },
  {
    ...ofUsers,
    name: 'consent_withdrawn',
    event: 'update',
    when: sql`old.deletion_asked_at is null and new.deletion_asked_at is not null`,
    kind: 'consent_withdrawn',
    before: sql`old.consent_version`,
  },
  {
    name: 'account_added',
    on: 'customer_accounts',
    event: 'insert',
    kind: 'account_added',
    user: sql`new.user_id`,
    account: sql`new.account`,
  },
  {
    name: 'account_removed',
    on: 'customer_accounts',
    event: 'delete',
    kind: 'account_removed',
    user: sql`old.user_id`,
    account: sql`old.account`,
  },
  {
    ...autopayment,
    name: 'autopayment_consent_given',
    event: 'insert',
    kind: 'autopayment_consent_given',
    after: sql`new.consent_version`,
  },
  {
    ...autopayment,
    name: 'autopayment_consent_withdrawn',
    event: 'update',
    when: sql`old.deleted_at is null and new.deleted_at is not null`,
    kind: 'autopayment_consent_withdrawn',
    before: sql`old.consent_version`,
  },
]

const nothing = sql`null`

const keep = async (
  db: Kysely<Tables>,
  dialect: DialectName,
  { name, on, event, when, kind, user, account = nothing, before = nothing, after = nothing }: Change,
) => {
  const trigger = sql.ref(`customer_changes_${name}`)
  const [id, now] =
    dialect === 'sqlite'
      ? [sql`lower(hex(randomblob(16)))`, sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`]
      : [
          sql`gen_random_uuid()::text`,
          sql`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        ]
  // A customer who is erased takes the rows along; the removal of their accounts may come after.
  const insert = sql`insert into customer_changes (id, at, user_id, kind, account, before, after)
    select ${id}, ${now}, ${user}, ${sql.lit(kind)}, ${account}, ${before}, ${after}
    where exists (select 1 from users where users.id = ${user})`
  const condition = when ? sql`when (${when})` : sql``
  if (dialect === 'sqlite') {
    await sql`create trigger ${trigger} after ${sql.raw(event)} on ${sql.table(on)} ${condition}
      begin ${insert}; end`.execute(db)
    return
  }
  const work = sql.ref(`customer_changes_${name}_write`)
  await sql`create function ${work}() returns trigger language plpgsql as
    $$ begin ${insert}; return null; end $$`.execute(db)
  await sql`create trigger ${trigger} after ${sql.raw(event)} on ${sql.table(on)} for each row ${condition}
    execute function ${work}()`.execute(db)
}
