import { noChargeRules } from 'api/billing'
import { lifecycles } from 'api/db/tables'
import { readDatabaseState } from 'api/monitoring/database-state.repository'
import { backgroundSteps } from 'api/wire-api'
import { endpoints } from 'contract/endpoints'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { times } from '../../support/long-run'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { fillCompany } from '../support/large-company'
import { noLimits } from '../support/no-limits'
import { type Finding, findingsOf } from '../support/query-plan'
import { recordQueries } from '../support/recorded-queries'
import { walkOfCalls } from '../support/walk-of-calls'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const size = { accounts: times(3_000, 20_000), payments: times(30_000, 200_000) }

/** Tables that stay small, however long a company goes on, and why. */
const small: Readonly<Record<string, string>> = {
  import_runs: 'the imports of some days',
  consent_texts: 'one row a version of a text',
  payees: 'one row a payee of the company',
  settings: 'one row a setting',
  mail_requests: 'a queue: a request is deleted with its letter, or within a day',
  second_step_logins: 'a login waits ten minutes for its code',
  refund_checks: 'a queue: a refund is deleted once it is final',
  sandbox_webhooks: 'a queue of the test bank',
  refund_requests: 'as many as operators have refunded by a command',
  refund_request_states: 'the same',
}

/** Statements that may be sorted or read in whole, and why. */
const harmless: readonly { of: RegExp; why: string }[] = [
  {
    of: /^select "account" from "register_accounts" where account (glob|~)/,
    why: 'reads the register once an hour, beside the answer',
  },
  { of: /^select \* from "sandbox_(payments|refunds)" where "id" in/, why: 'sorts one page' },
  {
    of: /^select count.* from "outbox" where "sent_at" is null and "dead_at" is null$/,
    why: 'counts waiting letters',
  },
  {
    of: /^select "payment_intents"."state", case .*"next_check_at" is not null/,
    why: 'counts open payments',
  },
  {
    of: /^delete from "\w+" where "\w+" in \(.*\) and "\w+" <= /,
    why: 'a few hundred rows by their keys: of a table this small that is a good part',
  },
]

describeOnEachDatabase(`the queries of a company with ${size.accounts} accounts`, (kind) => {
  let world: ApiWorld
  /** What was executed, by the call or the step that did it. */
  const executed = new Map<string, CompiledQuery[]>()
  const statuses: Record<string, number> = {}
  /** PostgreSQL reads an empty table as a whole, with an index or without. The plans of SQLite tell. */
  let readWhole: readonly string[] = []

  beforeAll(async () => {
    world = await openApiWorld(kind, {
      limits: noLimits,
      env: { READINGS_WINDOW: '1-25' },
      connection: async (fresh) => ({ ...fresh, databaseTimeoutMs: 600_000 }),
    })
    if (kind === 'postgres') await keepStatistics()
    await fillCompany(world.database, size)
    await hasInvoicesToWriteAbout()
    await sql`analyze`.execute(world.database.db)
    if (kind === 'postgres') readWhole = await emptyTables()
    const recorder = recordQueries(world.database)
    try {
      for (const [name, call] of Object.entries(await walkOfCalls(world))) {
        recorder.take()
        statuses[name] = (await call()).status
        executed.set(name, recorder.take())
      }
      // So that it is day, not night, when it is the turn of the letters about invoices.
      world.pass(7 * 3_600_000)
      for (const step of steps()) {
        world.pass(2 * 3_600_000)
        recorder.take()
        await step.run(() => {})
        await step.finish?.()
        executed.set(`the step ${step.name}`, recorder.take())
      }
      recorder.take()
      await readDatabaseState(world.database.db, { now: world.now(), gateways: ['sandbox'] })
      executed.set('the metrics', recorder.take())
    } finally {
      recorder.stop()
    }
  })
  afterAll(() => world.close())

  /** Otherwise a vacuum after a step that deletes makes the plans those of an emptied table, which is read in whole. */
  const keepStatistics = async () => {
    for (const { name } of await world.database.db.introspection.getTables())
      await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(world.database.db)
  }

  /** New invoices of some customers who want letters: one has a payment to wait for, one an autopayment. */
  const hasInvoicesToWriteAbout = () =>
    sql`update invoices set issued_at = '2026-03-02', due_at = '2026-03-20'
      where period = '2025-12' and account in
        (select account from customer_accounts where user_id in ('user-1', 'user-2', 'user-3', 'user-4'))`.execute(
      world.database.db,
    )

  const emptyTables = async () => {
    const { db } = world.database
    const empty: string[] = []
    for (const [table] of lifecycles) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
      if (rows.length === 0) empty.push(table)
    }
    return empty
  }

  const steps = () =>
    backgroundSteps({
      site: world.config,
      database: world.database,
      paymentServices: world.wired,
      chargeRules: noChargeRules,
      mailer: { async send() {} },
      importStep: null,
      clock: world.now,
      log: world.log,
    })

  const findings = async (): Promise<Finding[]> => {
    const { db } = world.database
    const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
    const grows = (table: string) => tables.has(table) && !(table in small) && !readWhole.includes(table)
    const found: Finding[] = []
    const seen = new Set<string>()
    for (const [by, queries] of executed)
      for (const query of queries) {
        if (seen.has(query.sql) || harmless.some(({ of }) => of.test(query.sql))) continue
        seen.add(query.sql)
        found.push(...(await findingsOf(world.database, query, grows)).map((finding) => ({ ...finding, by })))
      }
    return found
  }

  test('are those of every call and of every step', () => {
    expect(Object.keys(statuses)).toHaveLength(Object.keys(endpoints).length)
    for (const [name, status] of Object.entries(statuses)) expect(status, name).toBeLessThan(500)
    const answered = Object.values(statuses).filter((status) => status < 300)
    expect(answered.length).toBeGreaterThan(40)
    expect(statuses).toMatchObject({ addAccount: 201 })
    for (const { name } of steps()) expect(executed.has(`the step ${name}`), name).toBe(true)
    const ofLetters = executed.get('the step invoice letters') ?? []
    expect(
      ofLetters.map(({ sql: text }) => text).filter((text) => text.includes('"autopayments"')),
    ).not.toEqual([])
  })

  test('read every growing table by an index, and sort nothing that grows', async () => {
    expect(await findings()).toEqual([])
  })

  test('are found where an index is missing', async () => {
    const { db } = world.database
    for (const index of ['sessions_user', 'outbox_sent']) await db.schema.dropIndex(index).execute()
    const found = await findings()
    expect(found.map(({ by }) => by)).toEqual(expect.arrayContaining(['endOtherSessions', 'the step outbox']))
  })
})
