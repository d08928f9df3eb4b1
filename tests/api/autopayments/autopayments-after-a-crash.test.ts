import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { appendToLedger } from 'api/ledger/ledger.repository'
import { toKopecks } from 'contract/money'
import { addMonths } from 'format/dates'
import { MINUTE } from 'format/durations'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { chargesOf, customerWithAutopayment, goTo, monthly } from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { type DeathPoint, deathPointsOn } from '../support/death-points'
import type { MortalOptions } from '../support/mortal-api'
import { balance, runJobs } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: times(120_000, 3_600_000) })

const nine = 9 * 60
const owed = 90_000_000
const program = testProgram('autopaying-process')

describeOnEachDatabase('after a process that was charging autopayments is killed', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { bankApart: true }))
  let month = '2026-03'
  const processes: ChildProcess[] = []
  beforeEach(async () => {
    await world.database.db.updateTable('autopayments').set({ next_plan_at: null }).execute()
    month = addMonths(month, 1)
    await goTo(world, `${month}-02`, nine)
  })
  afterEach(() => {
    for (const process of processes.splice(0)) process.kill('SIGKILL')
  })

  const someoneWhoOwes = async () => {
    const account = await addToRegister(world.database.db)
    const { autopayment } = await customerWithAutopayment(world, account, monthly)
    const at = world.now().toISOString()
    await world.database.transaction((trx) =>
      appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(owed), at }),
    )
    return { account, id: autopayment.id }
  }

  const begin = (dieAt: DeathPoint | null) => {
    const { dataDir, databaseUrl } = world.fresh
    const order: MortalOptions = { dataDir, databaseUrl, now: world.now().toISOString(), dieAt }
    const child = fork(program(), [JSON.stringify(order)], { stdio: 'inherit' })
    processes.push(child)
    return child
  }

  /** Moves the clock to the hour of the charge without running steps in this process. */
  const comeToTheCharge = async () => {
    await goTo(world, `${month}-14`, nine)
    world.pass(25 * 60 * MINUTE)
  }

  const othersGoOn = async () => {
    // Without webhooks: the result of a charge has to be found by repeating and polling.
    await world.bank.db.deleteFrom('sandbox_webhooks').execute()
    for (let round = 0; round < 4; round += 1) {
      world.pass(MINUTE)
      await runJobs(world.wired)
    }
  }

  const linesOf = (id: string) =>
    world.database.db
      .selectFrom('autopayment_run_lines')
      .select(['outcome', 'amount'])
      .where('autopayment_id', '=', id)
      .execute()

  it.each(deathPointsOn(kind))('%s, the charge is made once and written down once', async (point) => {
    const { account, id } = await someoneWhoOwes()
    await comeToTheCharge()
    const child = begin(point)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await othersGoOn()
    expect(await chargesOf(world, account)).toEqual([100, monthly.amount])
    expect(await linesOf(id)).toEqual([{ outcome: 'charged', amount: monthly.amount }])
    expect(await balance(world, account)).toBe(owed - monthly.amount)
  })

  it('at any moment, or several concurrently, each month is charged once', async () => {
    const people: Awaited<ReturnType<typeof someoneWhoOwes>>[] = []
    for (let some = 0; some < times(6, 200); some += 1) people.push(await someoneWhoOwes())
    const months = times(2, 6)
    const rounds = times(1, 10)
    for (let past = 0; past < months; past += 1) {
      await comeToTheCharge()
      for (let kill = 0; kill < rounds; kill += 1) {
        const children = [begin(null), begin(null), begin(null)]
        const ends = children.map((child) => once(child, 'exit'))
        await Promise.all(children.map((child) => once(child, 'message')))
        for (const child of children) {
          await wait(randomInt(0, 60))
          child.kill('SIGKILL')
        }
        await Promise.all(ends)
      }
      await othersGoOn()
      month = addMonths(month, 1)
    }
    for (const { account, id } of people) {
      expect(await chargesOf(world, account)).toEqual([100, ...Array(months).fill(monthly.amount)])
      expect(await linesOf(id)).toHaveLength(months)
      expect(await balance(world, account)).toBe(owed - months * monthly.amount)
    }
    const kills = 3 * months * rounds
    printFigure(15, `${kills} kills of autopayments on ${kind}: ${people.length * months} due, 1 charge each`)
  })
})
