import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from 'api/db/database'
import { migrate, migrateWithoutTimeLimit } from 'api/db/migrate'
import type { Migration } from 'api/db/migration'
import { migrations } from 'api/db/migrations'
import { sqliteFileName } from 'api/db/sqlite'
import { demoLogin, seedDemo } from 'api/demo/seed-demo'
import { passwordFits } from 'api/users/password-hash'
import { sql } from 'kysely'
import { noLog } from 'monitoring/log'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type DatabaseKind,
  describeOnEachDatabase,
  type FreshDatabase,
  freshDatabase,
} from '../../support/databases'
import { openMigratedDatabase } from '../support/migrated-database'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

const tableNames = async ({ db }: Database) =>
  (await db.introspection.getTables()).map(({ name }) => name).sort()

const startingProcess = testProgram('starting-process')

describeOnEachDatabase('opening the database', (kind) => {
  let fresh: FreshDatabase
  const opened: Database[] = []
  const open = async () => {
    const database = await openDatabase(fresh)
    opened.push(database)
    return database
  }

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    await fresh.drop()
  })

  test('three processes that start concurrently migrate and seed it once', async () => {
    const processes = Array.from({ length: 3 }, () =>
      fork(startingProcess(), [fresh.dataDir, fresh.databaseUrl ?? ''], { stdio: 'inherit' }),
    )
    const codes = await Promise.all(processes.map(async (process) => (await once(process, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0])
    const { db } = await open()
    expect(await db.selectFrom('users').select('email').orderBy('email').execute()).toHaveLength(3)
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
  })

  test('a long series of queries yields to the event loop', async () => {
    const { db } = await open()
    const query = () => sql`select 1`.execute(db)
    await query()
    let hadItsTurn = false
    setTimeout(() => {
      hadItsTurn = true
    })
    const deadline = performance.now() + 2_000
    while (!hadItsTurn && performance.now() < deadline) await query()
    expect(hadItsTurn).toBe(true)
  })

  test('a start waits for the migration of another process past the time limit of queries', async () => {
    const hurried = { ...fresh, databaseTimeoutMs: 200 }
    const waiting = await openDatabase(hurried)
    opened.push(waiting)
    const other = await open()
    let hasBegun = false
    const slow: Migration = {
      name: '0001-slow',
      async up(db) {
        hasBegun = true
        await sql`create table slow (id integer)`.execute(db)
        await wait(1_000)
      },
    }
    const migrating = migrate(other, [slow])
    await vi.waitFor(() => expect(hasBegun).toBe(true))
    await migrateWithoutTimeLimit(waiting, hurried, noLog, [slow])
    await migrating
    expect(await tableNames(waiting)).toContain('slow')
  })

  test('a migration may take longer than queries', async () => {
    const hurried = { ...fresh, databaseTimeoutMs: 200 }
    const database = await openDatabase(hurried)
    opened.push(database)
    const slow: Migration = {
      name: '0001-slow',
      async up(db, _text, dialect) {
        if (dialect === 'postgres') await sql`select pg_sleep(1)`.execute(db)
        await sql`create table slow (id integer)`.execute(db)
      },
    }
    await migrateWithoutTimeLimit(database, hurried, noLog, [slow])
    expect(await tableNames(database)).toContain('slow')
  })

  test('a failed migration changes nothing, and can be run after a fix', async () => {
    const database = await open()
    const good: Migration = {
      name: '0001-good',
      async up(db) {
        await sql`create table good (id integer)`.execute(db)
      },
    }
    const broken: Migration = { name: '0002-broken', up: () => Promise.reject(new Error('broken')) }
    await expect(migrate(database, [good, broken])).rejects.toThrow('broken')
    expect(await tableNames(database)).not.toContain('good')
    await migrate(database, [good])
    await migrate(database, [good, { ...good, name: '0002-mended', up: async () => {} }])
    expect(await tableNames(database)).toContain('good')
  })
})

describeOnEachDatabase('transactions', (kind) => {
  let one: Database
  let other: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database: one, other, close } = await openMigratedDatabase(kind))
  })
  afterAll(() => close())

  test('two connections that read and then write lose no update', async () => {
    await one.db.insertInto('settings').values({ key: 'counter', value: '0' }).execute()
    const addOne = (database: Database) =>
      database.transaction(async (trx) => {
        const { value } = await trx
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'counter')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'counter')
          .execute()
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => addOne(index % 2 === 0 ? one : other)))
    expect(
      await one.db.selectFrom('settings').select('value').where('key', '=', 'counter').execute(),
    ).toEqual([{ value: '30' }])
  })

  test('a failed transaction changes nothing', async () => {
    const failing = one.transaction(async (trx) => {
      await trx.insertInto('settings').values({ key: 'half', value: 'done' }).execute()
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await one.db.selectFrom('settings').select('key').where('key', '=', 'half').execute()).toEqual([])
  })

  test('sums of money are integers, also beyond 32 bits', async () => {
    const { rows } = await sql<{ sum: number }>`select sum(amount) as sum from
      (select cast(9000000000 as bigint) as amount union all select cast(1 as bigint)) as amounts`.execute(
      one.db,
    )
    expect(rows).toEqual([{ sum: 9_000_000_001 }])
  })

  test("texts sort by their characters' codes", async () => {
    for (const key of ['sort-b', 'sort-B', 'sort-я', 'sort-_', 'sort-1']) {
      await one.db.insertInto('settings').values({ key, value: '' }).execute()
    }
    const rows = await one.db
      .selectFrom('settings')
      .select('key')
      .where('key', 'like', 'sort%')
      .orderBy('key')
      .execute()
    expect(rows.map(({ key }) => key)).toEqual(['sort-1', 'sort-B', 'sort-_', 'sort-b', 'sort-я'])
  })
})

describe('the SQLite file', () => {
  test('tells why it has ended a transaction by itself, as on a full disk', async () => {
    const { database, close } = await openMigratedDatabase('sqlite')
    const refused = database.transaction(async (trx) => {
      await trx.insertInto('settings').values({ key: 'half', value: 'done' }).execute()
      await sql`insert or rollback into settings (key, value) values ('half', 'again')`.execute(trx)
    })
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    expect(await database.db.selectFrom('settings').where('key', '=', 'half').selectAll().execute()).toEqual(
      [],
    )
    await close()
  })

  test('is for its owner alone, like the log beside it', async () => {
    const fresh = await freshDatabase('sqlite')
    const database = await openDatabase(fresh)
    await migrate(database)
    const files = readdirSync(fresh.dataDir).filter((file) => file.startsWith(sqliteFileName))
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect(statSync(join(fresh.dataDir, file)).mode & 0o077, file).toBe(0)
    await database.close()
    await fresh.drop()
  })

  test('loses no committed data, overwrites deleted data, and enforces foreign keys', async () => {
    const fresh = await freshDatabase('sqlite')
    const database = await openDatabase(fresh)
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(database.db)).rows[0] ?? {})[0]
    const full = 2
    const names = ['journal_mode', 'synchronous', 'secure_delete', 'foreign_keys']
    expect(await Promise.all(names.map(pragma))).toEqual(['wal', full, 1, 1])
    await database.close()
    await fresh.drop()
  })
})

describeOnEachDatabase('the demo company', (kind: DatabaseKind) => {
  const now = new Date('2026-03-02T09:00:00.000Z')
  const timeZone = 'Europe/Moscow'
  let fresh: FreshDatabase
  let database: Database

  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    database = await openDatabase(fresh)
    await migrate(database)
    await seedDemo(database, { now, timeZone })
  })
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  test('has daily sums that agree with its payments', async () => {
    const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
    const payments = await database.db.selectFrom('payments').select('amount').execute()
    const sums = await database.db.selectFrom('payment_daily_sums').select(['amount', 'count']).execute()
    expect(payments.length).toBeGreaterThan(50)
    expect(total(sums)).toBe(total(payments))
    expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length)
  })

  test('has newest invoices that equal the balances of the ledger', async () => {
    const { rows } = await sql<{ account: string; balance: number; left: number }>`
      select account, sum(amount) as balance,
        (select opening_balance + charged + penalty - paid from invoices
         where invoices.account = ledger_entries.account order by period desc limit 1) as left
      from ledger_entries group by account`.execute(database.db)
    expect(rows.length).toBeGreaterThan(3)
    for (const { balance, left } of rows) expect(balance).toBe(left)
  })

  test('is inserted only into an empty database', async () => {
    const before = await database.db.selectFrom('payments').select('id').execute()
    await seedDemo(database, { now: new Date('2027-01-01T00:00:00.000Z'), timeZone })
    expect(await database.db.selectFrom('payments').select('id').execute()).toHaveLength(before.length)
  })

  test('has a working login, which is not shown after its password was changed', async () => {
    const login = await demoLogin(database.db)
    const user = await database.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', login?.email ?? '')
      .executeTakeFirstOrThrow()
    expect(await passwordFits(login?.password ?? '', user.password_hash)).toBe(true)
    await database.db.updateTable('users').set({ password_hash: 'changed' }).execute()
    expect(await demoLogin(database.db)).toBeUndefined()
  })
})
