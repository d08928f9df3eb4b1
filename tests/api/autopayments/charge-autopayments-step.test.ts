import { chargeAutopaymentsStep } from 'api/autopayments'
import { carryOutRun } from 'api/autopayments/carry-out-run'
import { claimDueRun, insertRun } from 'api/autopayments/runs.repository'
import { addMonths } from 'format/dates'
import { HOUR, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import {
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'

const nine = 9 * 60

/** The limits of the step: charges at a time, runs a round, the lease of a run, the interval of its look for invoices. */
const atOnce = 4
const mostARound = 50
const leaseMs = 30 * SECOND
const lookForInvoicesEveryMs = 60 * SECOND

describeOnEachDatabase('the step that charges autopayments', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  /** The step as another process has it. `woken`: how often it asked for another round; `jobsWoken`: for other steps. */
  const openStep = (payments: Partial<ApiWorld['wired']['payments']> = {}) => {
    const { database, wired, config, now, log } = world
    const counts = { woken: 0, jobsWoken: 0 }
    const step = chargeAutopaymentsStep({
      database,
      payments: { ...wired.payments, ...payments },
      site: config,
      clock: now,
      log,
      wakeJobs() {
        counts.jobsWoken += 1
      },
    })
    const run = () =>
      step.run(() => {
        counts.woken += 1
      })
    return { run, finish: async () => step.finish?.(), counts }
  }
  /** Creates customers whose charges are due now, at ten on 15 March. */
  const due = async (customers: number) => {
    for (let more = 0; more < customers; more += 1) {
      account = await addToRegister(world.database.db)
      await customerWithAutopayment(world, account, monthly)
      await issueInvoice(world, account, '2026-02', 900_000)
    }
    await goTo(world, '2026-03-14', nine)
    world.pass(25 * HOUR)
  }
  const runsOf = async (autopayment: string) => {
    const runs = await world.database.db
      .selectFrom('autopayment_runs')
      .select('state')
      .where('autopayment_id', '=', autopayment)
      .execute()
    return runs.map(({ state }) => state)
  }

  it('sends four charges at a time, and the others when these have ended', async () => {
    await due(atOnce + 2)
    const sent: string[] = []
    const ended: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { run, finish, counts } = openStep({
      async process(id) {
        sent.push(id)
        await answered
        await world.wired.payments.process(id)
        ended.push(id)
      },
    })
    await run()
    expect(sent).toHaveLength(atOnce)
    await run()
    expect(sent).toHaveLength(atOnce)
    expect(counts).toEqual({ woken: 0, jobsWoken: 0 })
    answer()
    await finish()
    expect(ended).toHaveLength(atOnce)
    expect(counts).toEqual({ woken: atOnce, jobsWoken: 0 })
    await run()
    await finish()
    expect(new Set(ended).size).toBe(atOnce + 2)
    expect(await chargesOf(world, account)).toEqual([100, 200_000])
  })

  it('logs a charge that fails unexpectedly, and goes on with the others', async () => {
    await due(atOnce + 1)
    world.logged.length = 0
    let tries = 0
    const { run, finish } = openStep({
      async process() {
        tries += 1
        throw new TypeError('Out of order')
      },
    })
    await run()
    await finish()
    await run()
    await finish()
    expect(tries).toBe(atOnce + 1)
    expect(world.logged).toEqual(
      Array(atOnce + 1).fill({
        error: 'TypeError',
        code: undefined,
        stack: expect.stringContaining('Out of order'),
        message: 'a charge could not be made',
      }),
    )
  })

  it('leaves a run that a process has died over until its lease ends', async () => {
    await due(1)
    const dying = openStep({
      async store() {
        throw new Error('Killed')
      },
    })
    await expect(dying.run()).rejects.toThrow('Killed')
    const { run, finish } = openStep()
    world.pass(leaseMs - 1)
    await run()
    await finish()
    expect(await chargesOf(world, account)).toEqual([100])
    world.pass(1)
    await run()
    await finish()
    expect(await chargesOf(world, account)).toEqual([100, 200_000])
  })

  it('does nothing about a run that another process has claimed meanwhile', async () => {
    const { autopayment } = await customerWithAutopayment(world, account, monthly)
    await issueInvoice(world, account, '2026-02', 900_000)
    await goTo(world, '2026-03-14', nine)
    world.pass(25 * HOUR)
    const { database, wired, config: site, log, now } = world
    const take = async () => {
      const until = new Date(now().getTime() + leaseMs).toISOString()
      const run = await claimDueRun(database.db, { now: now().toISOString(), until })
      if (!run) throw new Error('No run is due')
      return run
    }
    const carryOut = (run: Awaited<ReturnType<typeof take>>) =>
      carryOutRun({ database, payments: wired.payments, site, log, now: now() }, run)
    const first = await take()
    world.pass(leaseMs)
    const second = await take()
    expect(await carryOut(first)).toBeNull()
    expect(await runsOf(autopayment.id)).toEqual(['open'])
    expect(await carryOut(second)).toEqual(expect.any(String))
    expect(await carryOut(first)).toBeNull()
    expect(await runsOf(autopayment.id)).toEqual(['charging'])
  })

  it('carries out fifty runs a round, so that other steps have their turn', async () => {
    const { autopayment } = await customerWithAutopayment(world, account, monthly)
    const { database, now } = world
    await database.transaction(async (trx) => {
      for (let month = 0; month < mostARound + 2; month += 1)
        await insertRun(trx, {
          autopaymentId: autopayment.id,
          period: addMonths('2020-01', month),
          chargeAt: now(),
          dueAt: now(),
        })
    })
    const { run, counts } = openStep()
    const over = async () => (await runsOf(autopayment.id)).filter((state) => state === 'over')
    await run()
    expect(await over()).toHaveLength(mostARound)
    expect(counts).toEqual({ woken: 1, jobsWoken: mostARound })
    await run()
    expect(await over()).toHaveLength(mostARound + 2)
    expect(counts).toEqual({ woken: 1, jobsWoken: mostARound + 2 })
  })

  it('asks for another round when it has planned a charge, as there may be more', async () => {
    await customerWithAutopayment(world, account, monthly)
    await issueInvoice(world, account, '2026-02', 900_000)
    world.pass(new Date('2026-03-14T06:00:00.000Z').getTime() - world.now().getTime())
    const { run, counts } = openStep()
    await run()
    expect(counts).toEqual({ woken: 1, jobsWoken: 1 })
    await run()
    expect(counts).toEqual({ woken: 1, jobsWoken: 1 })
  })

  describe('looks for new invoices', () => {
    const byInvoice = async () => {
      const { autopayment } = await customerWithAutopayment(world, account)
      const { run, counts } = openStep()
      await run()
      await issueInvoice(world, account, '2026-02', 90_000)
      const planned = async () => {
        await run()
        return (await runsOf(autopayment.id)).length
      }
      return { planned, counts }
    }

    it('once a minute', async () => {
      const { planned, counts } = await byInvoice()
      world.pass(lookForInvoicesEveryMs - 1)
      expect(await planned()).toBe(0)
      expect(counts.woken).toBe(0)
      world.pass(1)
      expect(await planned()).toBe(1)
      expect(counts.woken).toBe(1)
    })

    it.each([0, 1, HOUR])('at once when the clock is set back to %i ms before the last look', async (ms) => {
      const { planned } = await byInvoice()
      world.pass(-ms)
      expect(await planned()).toBe(1)
    })
  })
})
