import type { Database, Queries } from 'api/db/database'
import { balanceOf } from 'api/ledger/ledger.repository'
import { findPayments, sumPayments, sumRefunded } from 'api/payments/history/history.repository'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openMigratedDatabase } from '../support/migrated-database'

const filters = [
  {},
  { status: 'canceled' },
  { from: '2026-01-01', to: '2026-01-31' },
  { status: 'succeeded', to: '2026-01-31' },
  { status: 'succeeded', from: '2026-01-01', to: '2026-01-31' },
  { after: { at: '2026-01-20T10:00:00.000Z', id: 'x' } },
  { status: 'succeeded', from: '2026-01-01', after: { at: '2026-01-20T10:00:00.000Z', id: 'x' } },
] as const

describeOnEachDatabase('a million payments cost no more than a thousand', (kind) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await openMigratedDatabase(kind))
  })
  afterAll(() => close())

  /** The database's plan for each query of the work. */
  const planOf = async (work: (db: Queries) => Promise<unknown>) => {
    const compiled: CompiledQuery[] = []
    const executor = database.db.getExecutor()
    await work(
      database.db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          compiled.push(executor.compileQuery(node, queryId))
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    )
    expect(compiled).toHaveLength(1)
    return database.transaction(async (trx) => {
      // PostgreSQL prefers sequential scans on nearly empty tables.
      for (const way of kind === 'postgres' ? ['seqscan', 'bitmapscan', 'sort'] : []) {
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
      }
      const explain = kind === 'postgres' ? 'explain' : 'explain query plan'
      const steps = await Promise.all(
        compiled.map((query) =>
          trx.executeQuery<object>(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters])),
        ),
      )
      return JSON.stringify(steps.map(({ rows }) => rows))
    })
  }

  const account = '4010028513'

  test.each(filters)('a page of %o is read in order from an index, and nothing is sorted', async (filter) => {
    const { status, from, to, after } = {
      status: undefined,
      from: undefined,
      to: undefined,
      after: undefined,
      ...filter,
    }
    const plan = await planOf((db) =>
      findPayments(db, { account, status, since: from, until: to, after, limit: 21 }),
    )
    expect(plan).toMatch(status ? /payments_newest_by_status/ : /payments_newest\b/)
    expect(plan).not.toMatch(/sort|temp b-tree|scan (table )?payments\b|seq scan/i)
  })

  test.each(filters)('the totals of %o are read from the sums of days alone', async (filter) => {
    const { status, from, to } = { status: undefined, from: undefined, to: undefined, ...filter }
    const plan = await planOf((db) => sumPayments(db, { account, status, from, to }))
    expect(plan).toMatch(/payment_daily_sums_(totals|pk)/)
    expect(plan).not.toMatch(/payments_newest|seq scan|scan payment/i)
  })

  test.each(filters)('the refunds of %o are read from the index of refunded payments', async (filter) => {
    const { from, to } = { from: undefined, to: undefined, ...filter }
    const plan = await planOf((db) => sumRefunded(db, { account, since: from, until: to }))
    expect(plan).toMatch(/payments_refunded/)
  })

  test('a balance is read as one row', async () => {
    const plan = await planOf((db) => balanceOf(db, account))
    expect(plan).toMatch(/account_balances/)
    expect(plan).not.toMatch(/ledger|seq scan|scan account/i)
  })
})
