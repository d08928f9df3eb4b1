import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOn } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { accountsTable, type ImportWorld, openImportWorld } from '../support/import-world'

const accounts = 200
const payments = 2_000

const accountsFile = (world: ImportWorld) =>
  world.write('accounts.csv', accountsTable(Array.from({ length: accounts }, (_, at) => String(700 + at))))

const paymentsFile = (world: ImportWorld) => {
  const lines = Array.from(
    { length: payments },
    (_, index) => `П-${index};${700 + (index % accounts)};2020-01-0${1 + (index % 9)};1,00`,
  )
  return world.write('payments.csv', ['id;account;day;amount', ...lines].join('\n'))
}

describeOn('postgres', 'an import while PostgreSQL counts the rows of the tables it fills', () => {
  const world = openForTests(() => openImportWorld('postgres'))
  let operator: pg.Client

  beforeAll(async () => {
    operator = new pg.Client({ connectionString: world.fresh.databaseUrl })
    await operator.connect()
    await world.run('accounts', accountsFile(world), '--apply')
  })
  afterAll(async () => {
    await operator.end()
  })

  /** Autovacuum does this at times of its own. It does not see rows that are not committed, and notes 0 of them. */
  const countUntil = async (importing: Promise<string>) => {
    let isDone = false
    const ended = importing.finally(() => {
      isDone = true
    })
    while (!isDone) await operator.query('analyze (skip_locked) payments, ledger_entries')
    return ended
  }

  const written = async () => {
    const { rows } = await operator.query<{ table: string; rows: number }>(
      `select relname as table, n_tup_ins::int as rows from pg_stat_user_tables
        where relname in ('payments', 'ledger_entries')`,
    )
    return Object.fromEntries(rows.map(({ table, rows: count }) => [table, count]))
  }

  const blocksByIndex = async () => {
    const { rows } = await operator.query<{ name: string; blocks: number }>(
      `select indexrelname as name, (idx_blks_hit + idx_blks_read)::int as blocks from pg_statio_user_indexes
        where relname in ('payments', 'ledger_entries')`,
    )
    return rows
  }

  it('reads a few pages of each index for a line', async () => {
    const file = paymentsFile(world)
    await countUntil(world.run('payments', file))
    expect(await countUntil(world.run('payments', file, '--apply'))).toContain('Записано')

    // Its connection has reported all it did by now.
    const both = { payments, ledger_entries: payments }
    await vi.waitFor(async () => expect(await written()).toEqual(both), { timeout: 10_000 })
    const blocks = await blocksByIndex()
    expect(blocks.filter((index) => index.blocks > 20 * payments)).toEqual([])
    expect(blocks.length).toBeGreaterThan(5)
  })
})

describeOn('postgres', 'a schema whose name needs quotes', () => {
  it('takes imports', async () => {
    const world = await openImportWorld('postgres')
    const operator = new pg.Client({ connectionString: world.fresh.databaseUrl })
    await operator.connect()
    await operator.query('alter schema public rename to "Portal-1"')
    await operator.query(`do $$ begin
      execute format('alter database %I set search_path = "Portal-1"', current_database()); end $$`)
    expect(await world.run('accounts', accountsFile(world), '--apply')).toContain('Записано')
    expect(await world.run('payments', paymentsFile(world), '--apply')).toContain('Записано')
    await operator.end()
    await world.close()
  })
})
