import { noChargeRules } from 'api/billing'
import { backgroundSteps } from 'api/wire-api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { columnsOf } from '../support/database-columns'
import { fillCompany } from '../support/large-company'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const day = 24 * 3_600_000

/** What keeps each table small, as docs/architecture.md tells it. A new table has to decide. */
const rules = {
  'for good': [
    'payees',
    'register_accounts',
    'invoices',
    'invoice_parts',
    'payments',
    'payment_numbers',
    'payment_daily_sums',
    'ledger_entries',
    'account_balances',
    'payment_intents',
    'payment_events',
    'gateway_webhooks',
    'refunds',
    'refund_requests',
    'refund_request_states',
    'reconciliation_runs',
    'reconciliation_differences',
    'meters',
    'reading_receipts',
    'meter_readings',
    'destruction_log',
    'operator_log',
    'consent_texts',
  ],
  'with its customer': [
    'users',
    'customer_accounts',
    'customer_changes',
    'known_devices',
    'recovery_codes',
    'autopayments',
    'autopayment_runs',
    'autopayment_run_lines',
    'opt_out_links',
    'payment_methods',
    'reading_reminders',
    'invoice_letters',
    'calendar_links',
  ],
  'every hour': [
    'sessions',
    'mailed_tokens',
    'registration_attempts',
    'autopayment_proofs',
    'reminder_links',
    'told_invoices',
    'account_grants',
    'rate_limits',
    'idempotency_keys',
    'second_steps',
    'second_step_logins',
    'import_runs',
  ],
  'by the outbox': ['outbox'],
  'a queue': ['mail_requests', 'refund_checks', 'sandbox_webhooks'],
  'the test bank': [
    'sandbox_payments',
    'sandbox_refunds',
    'sandbox_keys',
    'sandbox_cards',
    'sandbox_charges',
  ],
  'does not grow': ['settings'],
}

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
    for (const table of Object.values(rules).flat()) counts[table] = await countOf(table)
    return counts
  }

  test('have a rule each', async () => {
    const tables = new Set((await columnsOf(world.database)).map(({ table }) => table))
    expect(Object.values(rules).flat().toSorted()).toEqual([...tables].toSorted())
  })

  test('lose what has expired, however much it is, and nothing else', async () => {
    const { database, config, wired, now, log } = world
    const mailer = { async send() {} }
    const steps = backgroundSteps({
      site: config,
      database,
      wired,
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
    const expired = [...rules['every hour'], ...rules['by the outbox']].filter(
      (table) => table !== 'second_steps',
    )
    for (const table of expired) expect(after[table], table).toBe(0)
    expect(before.outbox).toBeGreaterThan(1_000)
    const unfinished = 9
    expect(after).toMatchObject({ second_steps: (before.second_steps ?? 0) - unfinished })
    for (const [table, count] of Object.entries(before))
      if (!expired.includes(table) && table !== 'second_steps') expect(after[table], table).toBe(count)
  })
})
