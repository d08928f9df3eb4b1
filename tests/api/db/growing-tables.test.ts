import { noChargeRules } from 'api/billing'
import { lifecycles } from 'api/db/tables'
import { backgroundSteps } from 'api/wire-api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { columnsOf } from '../support/database-columns'
import { fillCompany } from '../support/large-company'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const day = 24 * 3_600_000

/** Tables that are empty once everything in them has expired. */
const emptied = lifecycles.flatMap(([table, { retention }]) =>
  typeof retention === 'object' ||
  (retention === 'every hour' && table !== 'second_steps') ||
  retention === 'by the outbox'
    ? [table]
    : [],
)

describeOnEachDatabase('tables that grow', (kind) => {
  let world: ApiWorld

  beforeAll(async () => {
    world = await openApiWorld(kind)
    // More of each than one batch deletes.
    await fillCompany(world.database, { accounts: 600, payments: 600 })
  })
  afterAll(() => world.close())

  const countOf = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      world.database.db,
    )
    return Number(rows[0]?.count)
  }
  const countAll = async () => {
    const counts: Record<string, number> = {}
    for (const [table] of lifecycles) counts[table] = await countOf(table)
    return counts
  }

  test('have a lifecycle each', async () => {
    const tables = new Set((await columnsOf(world.database)).map(({ table }) => table))
    expect(lifecycles.map(([table]) => table).toSorted()).toEqual([...tables].toSorted())
  })

  test('lose what has expired, however much it is, and nothing else', async () => {
    const { database, config, wired, now, log } = world
    const mailer = { async send() {} }
    const steps = backgroundSteps({
      site: config,
      database,
      paymentServices: wired,
      chargeRules: noChargeRules,
      mailer,
      importStep: null,
      clock: now,
      log,
    })
    const before = await countAll()
    world.pass(400 * day)
    for (const step of steps.filter(({ name }) => ['forget expired', 'outbox'].includes(name)))
      await step.run(() => {})
    const after = await countAll()
    for (const table of emptied) expect(after[table], table).toBe(0)
    expect(before.outbox).toBeGreaterThan(1_000)
    const unfinished = 9
    expect(after).toMatchObject({ second_steps: (before.second_steps ?? 0) - unfinished })
    for (const [table, count] of Object.entries(before))
      if (!emptied.includes(table) && table !== 'second_steps') expect(after[table], table).toBe(count)
  })
})
