import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ImportName } from 'api/company-data'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { isLongRun } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/api-world'
import { customerWith } from '../support/billing-register'
import { accountsTable, environmentOf, openImportWorld } from '../support/import-world'
import { noLimits } from '../support/no-limits'
import { payAsCustomer } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const rows = isLongRun ? 12_000 : 6_000
const numbers = Array.from({ length: rows }, (_, index) => String(5_000_000_000 + index))
/** All of them are in each file: a payment of any waits for the portion that has it. */
const paidFor = [0, 1, 2, 3, 4].map((part) => String(5_000_000_000 + Math.floor((part * (rows - 1)) / 4)))

/**
 * As promised in docs/operating/data.md. `npm test` runs other tests on the same cores, and a press waits for those,
 * too: it shows only that no press waits for the whole import, which takes seconds.
 */
const longestWaitMs = { postgres: 200, sqlite: 500 }

const files: readonly { name: ImportName; head: string; line: (account: string) => string }[] = [
  {
    name: 'charges',
    head: 'account;period;issued;due;service;charged',
    line: (account) => `${account};2026-08;2026-09-01;2026-09-15;Содержание;1000,00`,
  },
  { name: 'balances', head: 'account;day;balance', line: (account) => `${account};2026-09-20;700,00` },
  {
    name: 'payments',
    head: 'id;account;day;amount',
    line: (account) => `п${account};${account};2026-10-01;1,00`,
  },
]

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0

const program = testProgram('command-process')

describeOnEachDatabase('a customer who pays during an import of thousands of lines', (kind) => {
  const world = openForTests(() => openImportWorld(kind, { limits: noLimits }))
  let browser: Browser

  beforeAll(async () => {
    await world.run('accounts', world.write('accounts.csv', accountsTable(numbers)), '--apply')
    browser = (await customerWith(world, ...paidFor)).browser
  })

  /** How long a press took, in milliseconds. */
  const press = async (account: string): Promise<number> => {
    const began = performance.now()
    const { status } = await payAsCustomer(browser, account, { amount: 100 })
    // 422: one payment of the account is on its way already. That, too, is found out under the lock of the ledger.
    expect([201, 422]).toContain(status)
    return performance.now() - began
  }

  const pressesUntil = async (isOver: () => boolean) => {
    const times: number[] = []
    for (let at = 0; !isOver(); at++) times.push(await press(paidFor[at % paidFor.length] ?? ''))
    return times
  }

  // A dry run does what writing does, whatever the table, and takes it back.
  it.each([
    ...files.map((file) => ({ ...file, mode: 'writing', options: ['--apply'] })),
    ...files.slice(-1).map((file) => ({ ...file, mode: 'a dry run', options: [] })),
  ])('hardly waits: $name, $mode', async ({ name, head, line, options }) => {
    const file = world.write(`${name}.csv`, [head, ...numbers.map(line)].join('\n'))
    let presses = 0
    const usual = await pressesUntil(() => presses++ > 20)
    const child = spawn(process.execPath, [program(), 'import', name, file, ...options], {
      env: environmentOf(world),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let isOver = false
    const ended = once(child, 'exit').finally(() => {
      isOver = true
    })
    child.stdout.resume()
    const during = await pressesUntil(() => isOver)
    expect(await ended).toEqual([0, null])
    expect(during.length).toBeGreaterThan(5)
    expect(Math.max(...during)).toBeLessThan(1_000)
    if (isLongRun) expect(percentile(during, 0.98)).toBeLessThan(longestWaitMs[kind] + percentile(usual, 0.5))
  })
})
