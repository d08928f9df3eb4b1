import { readFileSync } from 'node:fs'
import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { contracts, type Migration } from 'api/db/migration'
import { migrations } from 'api/db/migrations'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, freshDatabase } from '../../support/databases'
import { fillWithDemo } from '../support/filled-old-database'
import { lastOfLastVersion } from '../support/last-version'
import { breakingChanges, schemaInLines, schemaOf } from '../support/schema'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

const operating = readFileSync('docs/operating.md', 'utf8')

const place = migrations.findIndex(({ name }) => name === lastOfLastVersion) + 1
const ofLastVersion = migrations.slice(0, place)
const sinceLastVersion = migrations.slice(place)

/** A migration of one statement. */
const made = (name: string, statement: (text: RawBuilder<unknown>) => RawBuilder<unknown>): Migration => ({
  name,
  async up(db, text) {
    await statement(text).execute(db)
  },
})

const expansions = [
  made(
    'a new table',
    (text) => sql`create table tried_out (id ${text} primary key, text ${text} not null unique)`,
  ),
  made('a column that may be null', (text) => sql`alter table users add column greeting ${text}`),
  made(
    'a column with a default',
    () => sql`alter table users add column greetings bigint not null default 0`,
  ),
  made('an index', () => sql`create index users_by_name on users (name)`),
]

/** Each is named for what is to be found of it. */
const changesThatBreak = [
  made('sandbox_cards.later_charges is gone', () => sql`alter table sandbox_cards drop column later_charges`),
  made('users.phone is gone', () => sql`alter table users rename column phone to telephone`),
  made('calendar_links.token_hash is gone', () => sql`alter table calendar_links rename to calendars`),
  made(
    'settings.reason is new and required',
    (text) => sql`alter table settings add column reason ${text} not null`,
  ),
  made('users has a new rule: ', () => sql`create unique index users_by_creation on users (created_at)`),
]

describeOnEachDatabase('an update while the former version runs', (kind) => {
  let fresh: FreshDatabase
  let database: Database
  const opened: Database[] = []
  const open = async (where = fresh) => {
    const one = await openDatabase(where)
    opened.push(one)
    return one
  }

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    database = await open()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await fresh.drop()
  })

  /** What each of the migrations, after those before it, could break in the former version. */
  const broken = async (before: readonly Migration[], after: readonly Migration[]) => {
    await migrate(database, before)
    const found: Record<string, string[]> = {}
    for (const [nth, { name }] of after.entries()) {
      const former = await schemaOf(database)
      await migrate(database, [...before, ...after.slice(0, nth + 1)])
      const changes = breakingChanges(former, await schemaOf(database))
      if (changes.length > 0) found[name] = changes
    }
    return found
  }

  test('the schema of the last version is the recorded one: a released migration never changes', async () => {
    expect(ofLastVersion).not.toEqual([])
    await migrate(database, ofLastVersion)
    await expect(schemaInLines(await schemaOf(database))).toMatchFileSnapshot(
      `schema-of-last-version.${kind}.txt`,
    )
  })

  test('each migration since only expands, or its name says that it contracts and operators are told', async () => {
    const found = await broken(ofLastVersion, sinceLastVersion)
    const unmarked = Object.entries(found).filter(([name]) => !contracts(name))
    expect(unmarked, 'see "Old and new side by side" in CONTRIBUTING.md').toEqual([])
    const contracted = sinceLastVersion.filter(({ name }) => contracts(name))
    expect(contracted.filter(({ name }) => !operating.includes(`\`${name}\``))).toEqual([])
  })

  test('they run over a filled database of the last version, and no row is lost', async () => {
    await migrate(database, ofLastVersion)
    const other = await freshDatabase(kind)
    await fillWithDemo(database, other)
    await other.drop()
    const counts = async () => {
      const found: Record<string, number> = {}
      for (const { name } of await database.db.introspection.getTables())
        found[name] =
          (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(database.db))
            .rows[0]?.rows ?? 0
      return found
    }
    const before = await counts()
    expect(before).toMatchObject({ users: 3, customer_accounts: 5 })
    await migrate(database, [...migrations, ...expansions])
    const { migrations: _, ...kept } = before
    expect(await counts()).toMatchObject(kept)
  })

  test('new tables, columns that need no value, and indexes break nothing', async () => {
    expect(await broken(migrations, expansions)).toEqual({})
  })

  test('what would break the former version is found', async () => {
    const found = await broken(migrations, changesThatBreak)
    expect(Object.keys(found)).toEqual(changesThatBreak.map(({ name }) => name))
    for (const [name, changes] of Object.entries(found)) expect(changes.join()).toContain(name)
  })

  test('a process of the former version starts and goes on over an expanded database', async () => {
    await migrate(database)
    const users = () => database.db.selectFrom('users').selectAll().execute()
    const invoices = () => database.db.selectFrom('invoices').selectAll().execute()
    expect([await users(), await invoices()]).toEqual([[], []])
    const expansion: Migration = {
      name: '9999-greeting',
      async up(db, text) {
        await sql`alter table users add column greeting ${text}`.execute(db)
        await sql`alter table invoices add column greeting ${text}`.execute(db)
      },
    }
    await migrate(await open(), [...migrations, expansion])

    // The queries of connections that were open before, and of a process that starts again.
    for (const one of [database, await open()]) {
      await migrate(one)
      await one.db
        .insertInto('users')
        .values({
          id: crypto.randomUUID(),
          name: 'Анна',
          email: `${crypto.randomUUID()}@mail.example`,
          email_normalized: crypto.randomUUID(),
          password_hash: '-',
          created_at: new Date().toISOString(),
        })
        .execute()
    }
    expect(await users()).toHaveLength(2)
    expect(await invoices()).toEqual([])
  })

  test('a process of an older version does not start over a contracted database, and says why', async () => {
    const contraction = made(
      '9999-contract-cards',
      () => sql`alter table sandbox_cards drop column later_charges`,
    )
    await migrate(database, [...migrations, contraction])
    await expect(migrate(await open())).rejects.toThrow(
      /^The database has been contracted by a newer version \(9999-contract-cards\): start that version/,
    )
  })

  test.each([
    ['of another line of versions', ['0001-users', '0002-accounts'], '0001-users'],
    ['which lacks a migration before the last', ['0001-initial', '0003-later'], 'later migrations'],
  ])('a database %s is refused and stays as it is', async (_, done, has) => {
    await migrate(
      database,
      done.map((name) => made(name, () => sql`select 1`)),
    )
    const ours = ['0001-initial', '0002-former', '0003-later']
    const start = migrate(
      await open(),
      ours.map((name) => made(name, () => sql`create table ours (id integer)`)),
    )
    await expect(start).rejects.toThrow(
      new RegExp(
        `^The database is of a version that this one does not continue \\(it has ${has}, but not .+ an empty database`,
      ),
    )
    expect((await database.db.introspection.getTables()).map(({ name }) => name)).not.toContain('ours')
  })
})
