import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportName } from 'api/company-data'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { isLongRun } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { costOf } from '../support/command-cost'
import { accountsTable, environmentOf, openImportWorld } from '../support/import-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

/** IMPORT_LINES=1000000 TEST_LONG=1 imports that many, within the time and memory that are promised. */
const many = Number(process.env.IMPORT_LINES ?? (isLongRun ? 50_000 : 5_000))
const mostSeconds = 300
const peakLimit = 150 * 1024 ** 2

/** A process that has to be killed while it writes. */
const manyToKill = Math.min(many, 50_000)
const accountsOf = Math.ceil(many / 5)
const numberOf = (index: number) => String(100_000_000 + index)
const program = testProgram('command-process')

describeOnEachDatabase('a file of many lines', (kind) => {
  const world = openForTests(() => openImportWorld(kind))

  beforeAll(async () => {
    await world.run('accounts', accounts('first', 2 * accountsOf), '--apply')
  })

  const table = (name: string, head: string, count: number, line: (index: number) => string) =>
    world.write(`${name}.csv`, [head, ...Array.from({ length: count }, (_, index) => line(index))].join('\n'))

  const accounts = (name: string, count: number) =>
    world.write(`${name}.csv`, accountsTable(Array.from({ length: count }, (_, index) => numberOf(index))))

  /** Each account's payments are scattered over the file; each file has another sum, or its payments would look alike. */
  const payments = (name: string, count = many) =>
    table(
      name,
      'id;account;day;amount',
      count,
      (index) =>
        `${name}${index};${numberOf((index * 7919) % accountsOf)};2020-01-0${1 + (index % 9)};${name.length},00`,
    )

  /** Of five lines each, for other accounts than the payments, which would change what they have to begin with. */
  const invoices = () =>
    table('invoices', 'account;period;issued;due;opening;service;charged;invoice_total', many, (index) => {
      const account = numberOf(accountsOf + Math.floor(index / 5))
      return `${account};2020-01;2020-02-01;2020-02-15;10,00;Услуга ${index % 5};3,00;25,00`
    })

  const charges = () =>
    table('charges', 'account;period;issued;due;service;unit;volume;tariff;charged', many, (index) => {
      const account = numberOf(2 * accountsOf + Math.floor(index / 5))
      return `${account};2020-01;2020-02-01;2020-02-15;Услуга ${index % 5};м³;3;1,00;3,00`
    })

  const balances = () =>
    table(
      'balances',
      'account;day;balance',
      many,
      (index) => `${numberOf(index)};2020-03-01;${index % 999},10`,
    )

  const meters = () =>
    table(
      'meters',
      'id;account;service;unit;serial;digits;decimals;read_on;t1',
      many,
      (index) => `П-${index};${numberOf(index)};Холодная вода;м³;${index};5;3;2020-03-20;184,260`,
    )

  /** The accounts of the first file are known to the others. */
  const files: readonly { name: ImportName; write: () => string }[] = [
    { name: 'accounts', write: () => accounts('accounts', many) },
    { name: 'payments', write: () => payments('payments') },
    { name: 'invoices', write: invoices },
    { name: 'charges', write: charges },
    { name: 'balances', write: balances },
    { name: 'meters', write: meters },
  ]

  const start = (...options: string[]) =>
    spawn(process.execPath, [program(), 'import', ...options], {
      env: environmentOf(world),
      stdio: ['ignore', 'pipe', 'inherit'],
    })

  /** Whether some process has begun to write what nobody else sees yet. */
  const isWriting = async (): Promise<boolean> => {
    if (kind === 'postgres') {
      const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = 'payments'::regclass
        and mode = 'RowExclusiveLock' and granted`.execute(world.database.db)
      return rows.length > 0
    }
    const file = new Sqlite(join(world.fresh.dataDir, 'portal.sqlite'), { timeout: 0 })
    try {
      file.exec('begin immediate')
      file.exec('rollback')
      return false
    } catch {
      return true
    } finally {
      file.close()
    }
  }

  const countPayments = async () => {
    const { db } = world.database
    const counted = await db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(counted.count)
  }

  /** What the operator log has of runs that did not come to their end. */
  const runsWithoutEnd = async () => {
    const rows = await world.database.db.selectFrom('operator_log').select(['run_id', 'stage']).execute()
    const ended = rows.filter(({ stage }) => stage !== 'begun').map(({ run_id }) => run_id)
    return rows.filter(({ run_id }) => !ended.includes(run_id))
  }

  it('writes the rest once when the same file is imported after its process was killed', async () => {
    const file = payments('killed', manyToKill)
    const child = start('payments', file, '--apply')
    const exited = once(child, 'exit')
    while ((await runsWithoutEnd()).length === 0 || !(await isWriting())) await wait(5)
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
    const written = await countPayments()
    expect(written).toBeLessThan(manyToKill)
    expect(await world.operatorLog()).toHaveLength(1)
    expect(await runsWithoutEnd()).toHaveLength(1)

    expect(await world.run('payments', file, '--apply')).toContain(
      `новых ${manyToKill - written}, изменённых 0, прежних ${written}`,
    )
    expect(await countPayments()).toBe(manyToKill)
  })

  // Memory and time are a matter of the lines: the database hardly changes them.
  const ofThisKind = isLongRun || kind === 'sqlite' ? files : files.slice(1, 3)

  it.each(ofThisKind)('of $name takes little memory and time', async ({ name, write }) => {
    const file = write()
    const { peakBytes, processorSeconds } = await costOf(start(name, file, '--apply'))
    expect(peakBytes).toBeLessThan(peakLimit)
    // By the clock a busy machine is slow with few lines, too.
    expect(processorSeconds).toBeLessThan(mostSeconds)
    const log = await world.operatorLog()
    expect(log.find(({ file_name }) => file_name === `${name}.csv`)).toMatchObject({
      counts: expect.stringContaining(`"lines":${many},`),
    })
  })
})
