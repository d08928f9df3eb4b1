import { noChargeRules } from 'api/billing'
import type { Database, Queries } from 'api/db/database'
import { backgroundSteps } from 'api/wire-api'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOn } from '../../support/databases'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { fillCompany } from '../support/large-company'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Queue {
  step: string
  table: string
  key: string
  /** Of its pieces of work, the one that has been due longest and the next. */
  first: string
  second: string
  fill(db: Queries): Promise<unknown>
}

const longAgo = '2026-02-01T09:00:00.000Z'
const dayAfter = '2026-02-02T09:00:00.000Z'

const made = { created_at: longAgo, next_attempt_at: longAgo }

/** Two stored pieces of work of a queue that become due, the first one before the second. */
const stored = (
  step: string,
  table: string,
  key: string,
  [first, second]: readonly [string, string],
  set: (due: RawBuilder<string>) => RawBuilder<unknown>,
): Queue => {
  const id = sql.ref(key)
  const due = sql<string>`case ${id} when ${first} then ${longAgo} else ${dayAfter} end`
  return {
    ...{ step, table, key, first, second },
    fill: (db) =>
      sql`update ${sql.table(table)} set ${set(due)} where ${id} in (${first}, ${second})`.execute(db),
  }
}

const queues: readonly Queue[] = [
  stored(
    'outbox',
    'outbox',
    'id',
    ['letter-1', 'letter-2'],
    (due) => sql`sent_at = null, next_attempt_at = ${due}`,
  ),
  stored(
    'payments',
    'payment_intents',
    'payment_id',
    ['payment-1', 'payment-2'],
    (due) => sql`state = 'pending', next_check_at = ${due}`,
  ),
  stored(
    'autopayments',
    'autopayment_runs',
    'id',
    ['run-1', 'run-2'],
    (due) => sql`state = 'open', due_at = ${due}`,
  ),
  stored(
    'autopayments',
    'autopayments',
    'id',
    ['autopayment-1', 'autopayment-2'],
    (due) => sql`next_plan_at = ${due}`,
  ),
  stored(
    'refunds',
    'refund_request_states',
    'request_id',
    ['request-1', 'request-2'],
    (due) => sql`state = 'unknown', next_check_at = ${due}`,
  ),
  stored(
    'reading reminders',
    'reading_reminders',
    'user_id',
    ['user-1', 'user-2'],
    () => sql`reminded_of = null`,
  ),
  stored(
    'invoice letters',
    'invoice_letters',
    'user_id',
    ['user-1', 'user-2'],
    () => sql`next_look_on = '2026-02-01'`,
  ),
  stored(
    'erase customers',
    'users',
    'id',
    ['user-1', 'user-2'],
    (due) => sql`deletion_id = 'deletion of ' || id, deletion_asked_at = ${longAgo}, erase_at = ${due}`,
  ),
  {
    ...{ step: 'mail requests', table: 'mail_requests', key: 'id', first: 'first', second: 'second' },
    fill: (db) =>
      db
        .insertInto('mail_requests')
        .values([
          { ...made, id: 'first', kind: 'reset', email: 'anna1@example.ru', request_id: 'request-1' },
          { ...made, id: 'second', kind: 'reset', email: 'anna2@example.ru', request_id: 'request-2' },
        ])
        .execute(),
  },
  {
    ...{
      step: 'refunds',
      table: 'refund_checks',
      key: 'gateway_refund_id',
      first: 'refund-1',
      second: 'refund-2',
    },
    fill: (db) =>
      db
        .insertInto('refund_checks')
        .values(
          [1, 2].map((nth) => ({
            gateway: 'sandbox',
            gateway_refund_id: `refund-${nth}`,
            payment_id: `payment-${nth}`,
            created_at: longAgo,
            next_check_at: nth === 1 ? longAgo : dayAfter,
          })),
        )
        .execute(),
  },
  {
    ...{ step: 'sandbox webhooks', table: 'sandbox_webhooks', key: 'id', first: 'first', second: 'second' },
    fill: (db) =>
      db
        .insertInto('sandbox_webhooks')
        .values([
          { id: 'first', body: '{}', due_at: longAgo },
          { id: 'second', body: '{}', due_at: dayAfter },
        ])
        .execute(),
  },
]

describeOn('postgres', 'a worker that meets a piece of work in the hands of another replica', () => {
  let world: ApiWorld
  let other: Database

  beforeAll(async () => {
    world = await openApiWorld('postgres', {
      env: { READINGS_WINDOW: '1-5' },
      connection: async (fresh) => ({ ...fresh, databaseTimeoutMs: 5_000 }),
    })
    await fillCompany(world.database, { accounts: 60, payments: 60 })
    other = (await world.replica()).database
  })
  afterAll(() => world.close())

  const stepCalled = (name: string) => {
    const { config, database, wired, log, now: clock } = world
    const steps = backgroundSteps({
      site: config,
      database,
      paymentServices: wired,
      chargeRules: noChargeRules,
      mailer: { async send() {} },
      importStep: null,
      clock,
      log,
    })
    const step = steps.find((one) => one.name === name)
    if (!step) throw new Error(`No step ${name}`)
    return step
  }

  test.each(queues)('does the next one of $table at once', async ({ step, table, key, ...queue }) => {
    const { db } = world.database
    const rowOf = async (id: string) => {
      const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
      return JSON.stringify(rows)
    }
    const run = async () => {
      const { run: once, finish } = stepCalled(step)
      await once(() => {})
      await finish?.()
    }
    await queue.fill(db)
    world.logged.length = 0
    const before = { first: await rowOf(queue.first), second: await rowOf(queue.second) }
    expect(before.first).not.toBe('[]')

    await other.transaction(async (trx) => {
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${queue.first} for update`.execute(
        trx,
      )
      await run()
      expect(await rowOf(queue.second)).not.toBe(before.second)
      expect(await rowOf(queue.first)).toBe(before.first)
    }, 'read committed')

    await run()
    expect(await rowOf(queue.first)).not.toBe(before.first)
    expect(world.logged.filter((line) => 'stack' in line)).toEqual([])
  })
})
