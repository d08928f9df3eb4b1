import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Queries } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { annaFlat } from 'api/demo/demo-accounts'
import { demoLogin, seedDemo } from 'api/demo/seed-demo'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeOn, type FreshDatabase, freshDatabase } from '../../support/databases'
import { isLongRun } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, currentUser, login, openApiWorld } from '../support/api-world'
import { costOf } from '../support/command-cost'
import { fillCompany } from '../support/large-company'
import { operatorOf, readingOperatorOf, why } from '../support/operator'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  payAsCustomer,
  paymentOf,
  runJobs,
} from '../support/payments-world'
import { emptyPlace, reading } from '../support/places'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

/** COPY_PAYMENTS=200000 TEST_LONG=1 copies that many, within the time and memory that are promised. */
const many = Number(process.env.COPY_PAYMENTS ?? 5_000)
const mostSeconds = 300
const peakLimit = 250 * 1024 ** 2

const program = testProgram('command-process')

const tableNames = async (db: Queries) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name).sort()

/** Every row of every table as text, but the operator log, which gets a row of the copy. */
const everyRow = async ({ db }: Database) => {
  const rowsOf = async (table: string) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    return rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).sort()
  }
  const names = (await tableNames(db)).filter((name) => name !== 'operator_log')
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rowsOf(name)] as const)))
}

/** What a PostgreSQL database is besides its rows: columns, constraints, indices, triggers and whether they are on. */
const schemaOf = async ({ db }: Database) => {
  const { rows } = await sql`
    select table_name as of, column_name as name, data_type || is_nullable || coalesce(column_default, '') as what
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass::text, conname,
      pg_get_constraintdef(oid) || condeferrable || condeferred || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger
      where not tgisinternal
    union all select null, sequencename, last_value::text from pg_sequences
    order by 1, 2, 3`.execute(db)
  return rows
}

describeOn('postgres', 'a copy of an SQLite database on PostgreSQL', () => {
  const source = openForTests(() => openApiWorld('sqlite'))
  let file: string

  /** The operator's command, with PostgreSQL at that place. */
  const copyTo = (place: Pick<FreshDatabase, 'dataDir' | 'databaseUrl'>, from: string, world = source) =>
    readingOperatorOf({ ...world, fresh: place })('copy-database', from, ...why)

  const expectEmpty = async (place: FreshDatabase) =>
    expect(await reading(place, ({ db }) => tableNames(db))).toEqual([])

  beforeAll(async () => {
    file = join(source.fresh.dataDir, 'portal.sqlite')
  })

  describe('of the demo company in use', () => {
    let target: ApiWorld
    let session: string | undefined
    let email: string
    let password: string
    let bankPage: string
    let unpaid: string
    let printed: string
    let before: Awaited<ReturnType<typeof everyRow>>

    beforeAll(async () => {
      await seedDemo(source.database, { now: source.now(), timeZone: source.config.timeZone })
      const demo = await demoLogin(source.database.db)
      if (!demo) throw new Error('There is no demo customer')
      ;({ email, password } = demo)
      const browser = source.browser()
      expect((await login(browser, email, password)).status).toBe(200)
      session = browser.session()
      const payment = paymentOf(await payAsCustomer(browser, annaFlat, { amount: 12_300 }))
      unpaid = payment.id
      bankPage = bankPageOf(payment)
      await runJobs(source.wired)

      before = await everyRow(source.database)
      await source.database.close()
      target = await openApiWorld('postgres', {
        fromNothing: true,
        async connection(fresh) {
          printed = await copyTo(fresh, file)
          return fresh
        },
      })
      target.pass(source.now().getTime() - target.now().getTime())
    })
    afterAll(() => target.close())

    test('has every row of every table, and the schema of a new database', async () => {
      expect(await everyRow(target.database)).toEqual(before)
      expect(before.payments?.length).toBeGreaterThan(100)
      const place = await emptyPlace('postgres')
      const expected = await reading(place, async (database) => {
        await migrate(database)
        return schemaOf(database)
      })
      expect(await schemaOf(target.database)).toEqual(expected)
      await expect(sql`delete from ledger_entries`.execute(target.database.db)).rejects.toThrow('append-only')
    })

    test('is reported with the rows of every table, the ledger and the balances, and is in the operator log', async () => {
      const { db } = target.database
      for (const [table, rows] of Object.entries(before))
        expect(printed.replace(/\s/g, ' ')).toMatch(
          new RegExp(`${table} +${String(rows.length).replace(/\B(?=(\d{3})+$)/g, ' ')}\\b`),
        )
      expect(printed).toMatch(/Ledger: .+\s₽, SHA-256 [0-9a-f]{64}\nBalances: .+\s₽, SHA-256 [0-9a-f]{64}/)
      const log = await db.selectFrom('operator_log').selectAll().execute()
      expect(log).toMatchObject([
        {
          action: 'copy-database',
          stage: 'done',
          counts: expect.stringContaining(`"ledgerEntries":${before.ledger_entries?.length}`),
        },
      ])
    })

    test('goes on: the session, the login, a payment that was begun, a new one, and next month’s invoices', async () => {
      const browser = target.browser()
      browser.setSession(session)
      expect((await currentUser(browser)).status).toBe(200)
      expect((await login(target.browser(), email, password)).status).toBe(200)

      const owed = await balance(target, annaFlat)
      await atBank(target.api).pay(bankPage)
      target.pass(3_000)
      await runJobs(target.wired)
      expect(await charged(target, unpaid)).toEqual([12_300])
      const paid = paymentOf(await payAsCustomer(browser, annaFlat, { amount: 4_500, payAnew: true }))
      await atBank(target.api).pay(bankPageOf(paid))
      target.pass(3_000)
      await runJobs(target.wired)
      expect(await balance(target, annaFlat)).toBe(owed - 12_300 - 4_500)

      await operatorOf(target)('issue-invoices', '--period', '2026-03')
      const { body } = await browser.get(`/api/v1/personal/charges/${annaFlat}`)
      expect(JSON.stringify(body)).toContain('2026-03')
    })

    test('refuses a database that has anything in it', async () => {
      const rows = await everyRow(target.database)
      await expect(copyTo(target.fresh, file)).rejects.toThrow('the database is not empty')
      expect(await everyRow(target.database)).toEqual(rows)
    })
  })

  /** A stopped company in a folder of its own, after `change`. */
  const stoppedCompany = async (change: (database: Database) => Promise<unknown> = async () => {}) => {
    const place = await emptyPlace('sqlite')
    await reading(place, async (database) => {
      await migrate(database)
      await fillCompany(database, { accounts: 20, payments: 100 })
      await change(database)
    })
    return join(place.dataDir, 'portal.sqlite')
  }

  test('may be of a backup', async () => {
    const place = await emptyPlace('sqlite')
    await reading(place, async (database) => {
      await migrate(database)
      await fillCompany(database, { accounts: 20, payments: 100 })
      const backup = join(place.dataDir, 'backup')
      await readingOperatorOf({ ...source, fresh: place })('backup', backup)
      const bytes = readFileSync(backup)
      expect(await copyTo(await emptyPlace('postgres'), backup)).toContain('payments                   100')
      expect(readFileSync(backup).equals(bytes)).toBe(true)
    })
  })

  describe('is refused, and leaves nothing,', () => {
    const expectRefused = async (from: string, message: string | RegExp) => {
      const place = await emptyPlace('postgres')
      await expect(copyTo(place, from)).rejects.toThrow(message)
      await expectEmpty(place)
    }

    test('for a file that is none of SQLite, or is not there', async () => {
      const folder = join(source.fresh.dataDir, 'other')
      mkdirSync(folder)
      writeFileSync(join(folder, 'text'), 'not a database, and longer than the header of one '.repeat(50))
      await expectRefused(join(folder, 'text'), 'can not be opened as an SQLite database')
      await expectRefused(join(folder, 'nothing'), 'can not be opened as an SQLite database')
    })

    test('for a file that a process has open, even if it only stands by', async () => {
      const place = await emptyPlace('sqlite')
      await reading(place, async (database) => {
        await migrate(database)
        await expectRefused(
          join(place.dataDir, 'portal.sqlite'),
          'portal.sqlite is in use: stop every server',
        )
      })
    })

    test('for a database of another version', async () => {
      const older = await stoppedCompany(({ db }) =>
        sql`delete from migrations where name = (select max(name) from migrations)`.execute(db),
      )
      await expectRefused(older, 'is not of this version')
    })

    test('for a damaged file', async () => {
      const whole = await stoppedCompany()
      const damaged = `${whole}-damaged`
      copyFileSync(whole, damaged)
      const bytes = readFileSync(damaged)
      bytes.fill(0xff, bytes.length - 3 * 4096)
      writeFileSync(damaged, bytes)
      await expectRefused(damaged, /is damaged|malformed/)
    })

    test('for a value that the column of PostgreSQL does not take', async () => {
      const wrong = await stoppedCompany(({ db }) =>
        sql`update payments set amount = 'much' where id = 'payment-7'`.execute(db),
      )
      await expectRefused(wrong, 'PostgreSQL does not take the rows of payments')
    })

    test('for a broken reference', async () => {
      const wrong = await stoppedCompany(async ({ db }) => {
        await sql`pragma foreign_keys = off`.execute(db)
        await sql`update customer_accounts set account = 'of nobody' where user_id = 'user-7'`.execute(db)
      })
      await expectRefused(wrong, 'PostgreSQL does not take')
    })

    test('when a row is lost on the way', async () => {
      const place = await emptyPlace('postgres')
      await reading(place, async ({ db }) => {
        // A table that loses rows, from the moment in which it is created.
        await sql`create function lose() returns event_trigger language plpgsql as $$ begin
          if exists (select 1 from pg_event_trigger_ddl_commands() where object_identity = 'public.ledger_entries') then
            create rule lost as on insert to ledger_entries where new.id = 'entry-7' do instead nothing;
          end if; end $$`.execute(db)
        await sql`create event trigger losing on ddl_command_end when tag in ('CREATE TABLE')
          execute function lose()`.execute(db)
      })
      await expect(copyTo(place, await stoppedCompany())).rejects.toThrow(
        'the copy differs in ledger_entries, ledger, and was taken back',
      )
      await expectEmpty(place)
    })

    test('without DATABASE_URL', async () => {
      await expect(copyTo({ ...source.fresh, databaseUrl: undefined }, file)).rejects.toThrow('DATABASE_URL')
    })
  })

  describe(`of ${many} payments`, () => {
    let from: string
    let folder: FreshDatabase

    beforeAll(async () => {
      folder = await freshDatabase('sqlite')
      await reading(folder, async (database) => {
        await migrate(database)
        await fillCompany(database, { accounts: Math.ceil(many / 10), payments: many })
      })
      from = join(folder.dataDir, 'portal.sqlite')
    })
    afterAll(() => folder.drop())

    const start = ({ dataDir, databaseUrl = '' }: FreshDatabase) => {
      const { PATH = '', HOME = '' } = process.env
      return spawn(process.execPath, [program(), 'copy-database', from, ...why], {
        env: {
          PATH,
          HOME,
          ...source.env,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          NODE_ENV: 'test',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    }

    test('leaves nothing when its process is killed, and can be made then, in little memory and time', async () => {
      const place = await emptyPlace('postgres')
      const child = start(place)
      const exited = once(child, 'exit')
      await reading(place, async ({ db }) => {
        const isInserting = async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and query like 'insert into "payments"%'`.execute(db)
          return rows.length > 0
        }
        while (child.exitCode === null && !(await isInserting())) await wait(1)
        child.kill('SIGKILL')
        expect(await exited).toEqual([null, 'SIGKILL'])
      })
      // The server ends the transaction when it notices.
      await vi.waitFor(() => expectEmpty(place), { timeout: 20_000 })

      const { peakBytes, processorSeconds } = await costOf(start(place))
      if (isLongRun)
        process.stdout.write(
          `${many} payments: ${Math.round(processorSeconds)} s of processor, ${Math.round(peakBytes / 1024 ** 2)} MB\n`,
        )
      expect(peakBytes).toBeLessThan(peakLimit)
      // By the clock a busy machine is slow with few rows, too.
      expect(processorSeconds).toBeLessThan(mostSeconds)
      await reading(place, async ({ db }) => {
        const { rows } = await sql`select count(*) as count from payments`.execute(db)
        expect(rows).toEqual([{ count: many }])
      })
    })
  })
})
