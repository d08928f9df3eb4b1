import { addDatabaseGauges } from 'api/monitoring/database-gauges'
import { readDatabaseState } from 'api/monitoring/database-state.repository'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { Metrics } from '../../web/support/metrics'
import { openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'

const told = async (registry: Registry) => new Metrics(await registry.metrics())

describeOnEachDatabase('what operators watch in the database', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  const ago = (seconds: number) => new Date(world.now().getTime() - seconds * 1_000).toISOString()
  const read = () => readDatabaseState(world.database.db, { now: world.now(), gateways: ['sandbox'] })
  const scrape = () => {
    const registry = new Registry()
    addDatabaseGauges(registry, { read })
    return told(registry)
  }

  const letter = (id: string, more: object) =>
    world.database.db
      .insertInto('outbox')
      .values({
        id,
        recipient: 'anna@mail.example',
        kind: 'verification',
        subject: 'Тема',
        text: '',
        html: '',
        created_at: ago(1_000),
        next_attempt_at: ago(90),
        ...more,
      })
      .execute()

  const payment = async (id: string, seconds: number, state: 'pending' | 'unknown' | 'succeeded') => {
    const { db } = world.database
    await db
      .insertInto('payments')
      .values({
        id,
        account: '1',
        amount: 100,
        status: state === 'succeeded' ? 'succeeded' : 'pending',
        created_at: ago(seconds),
        source: 'guest',
      })
      .execute()
    await db
      .insertInto('payment_intents')
      .values({
        payment_id: id,
        request_key: id,
        body_hash: '',
        gateway: 'sandbox',
        shop: 'sandbox',
        request: '{}',
        state,
        last_contact_at: ago(seconds),
        next_check_at: state === 'succeeded' ? null : ago(20),
      })
      .execute()
  }

  test('is nothing at first', async () => {
    const metrics = await scrape()
    expect(metrics.of('portal_database_up')).toBe(1)
    expect(metrics.of('portal_letters{state="waiting"}')).toBe(0)
    expect(metrics.of('portal_payments_open{state="unknown",age="older"}')).toBe(0)
    expect(metrics.of('portal_step_lag_seconds{step="payments"}')).toBe(0)
    expect(metrics.of('portal_charges_on_hold')).toBe(0)
    expect(metrics.of('portal_backup_last_end_timestamp_seconds')).toBe(0)
    expect(metrics.of('portal_reconciliation_differences{gateway="sandbox",state="open"}')).toBeUndefined()
  })

  test('is the last backup that has succeeded', async () => {
    const run = { operator: 'root', action: 'backup', counts: '{}' }
    const { db } = world.database
    await db
      .insertInto('operator_log')
      .values([
        { ...run, id: '1', run_id: '1', stage: 'done', at: ago(90_000) },
        { ...run, id: '2', run_id: '2', stage: 'done', at: ago(3_600) },
        { ...run, id: '3', run_id: '3', stage: 'failed', at: ago(60) },
        { ...run, id: '4', run_id: '4', stage: 'done', at: ago(10), action: 'reconcile' },
      ])
      .execute()
    expect((await scrape()).of('portal_backup_last_end_timestamp_seconds')).toBe(
      new Date(ago(3_600)).getTime() / 1_000,
    )
  })

  test('are letters, open payments by age, lags and the last reconciliation', async () => {
    await letter('1', {})
    await letter('2', { next_attempt_at: ago(-600) })
    await letter('3', { sent_at: ago(10) })
    await letter('4', { dead_at: ago(10) })
    const { db } = world.database
    await addToRegister(db, '1')
    await payment('fresh', 60, 'pending')
    await payment('of the hour', 1_800, 'pending')
    await payment('of the hour, too', 3_000, 'pending')
    await payment('old', 200_000, 'unknown')
    await payment('final', 200_000, 'succeeded')
    const run = {
      gateway: 'sandbox',
      from_at: ago(9),
      to_at: ago(9),
      started_at: ago(9),
      leased_until: ago(9),
    }
    await db
      .insertInto('reconciliation_runs')
      .values([
        { ...run, id: '1', day: '2026-03-01', finished_at: ago(86_400), differences: 9, mended: 9 },
        { ...run, id: '2', day: '2026-03-02', finished_at: ago(5), differences: 5, mended: 3 },
        { ...run, id: '3', day: '2026-03-03', finished_at: null, differences: 0, mended: 0 },
      ])
      .execute()

    const metrics = await scrape()
    expect(metrics.of('portal_letters{state="waiting"}')).toBe(2)
    expect(metrics.of('portal_letters{state="dead"}')).toBe(1)
    expect(metrics.of('portal_step_lag_seconds{step="outbox"}')).toBe(90)
    expect(metrics.of('portal_step_lag_seconds{step="payments"}')).toBe(20)
    expect(metrics.of('portal_payments_open{state="pending",age="10m"}')).toBe(1)
    expect(metrics.of('portal_payments_open{state="pending",age="1h"}')).toBe(2)
    expect(metrics.of('portal_payments_open{state="unknown",age="older"}')).toBe(1)
    expect(metrics.of('portal_reconciliation_differences{gateway="sandbox",state="open"}')).toBe(2)
    expect(metrics.of('portal_reconciliation_differences{gateway="sandbox",state="mended"}')).toBe(3)
    expect(metrics.of('portal_reconciliation_last_end_timestamp_seconds{gateway="sandbox"}')).toBe(
      new Date(ago(5)).getTime() / 1_000,
    )
  })
})

test('a hanging database is asked once, and not waited for', async () => {
  let asked = 0
  const registry = new Registry()
  addDatabaseGauges(registry, {
    read() {
      asked += 1
      return new Promise(() => {})
    },
    timeoutMs: 20,
  })
  for (const _ of [1, 2]) {
    const metrics = await told(registry)
    expect(metrics.of('portal_database_up')).toBe(0)
    // Absent, because 0 would say that there was no backup.
    expect(metrics.of('portal_backup_last_end_timestamp_seconds')).toBeUndefined()
  }
  expect(asked).toBe(1)
})
