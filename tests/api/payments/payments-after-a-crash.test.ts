import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { chargeSavedMethod } from 'api/payments/charge-saved-method'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { type DeathPoint, deathPoints, type PayingOrder } from '../support/paying-order'
import { balance, charged, mirCard, runJobs } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: times(120_000, 3_600_000), hookTimeout: 60_000 })

const MINUTE = 60_000
const amount = 5_000

const program = testProgram('paying-process')

describeOnEachDatabase('after a process that was taking payments is killed', (kind) => {
  let world: ApiWorld
  let account: string
  let customer: { userId: string; methodId: string }
  const processes: ChildProcess[] = []

  beforeAll(async () => {
    world = await openApiWorld(kind, {}, {}, {}, { bankApart: true })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.pass(24 * 60 * MINUTE)
    account = await addToRegister(world.database.db)
    customer = await withKeptCard()
  })
  afterEach(() => {
    for (const process of processes.splice(0)) process.kill('SIGKILL')
  })

  const withKeptCard = async () => {
    const { db } = world.database
    const { id: userId } = await customerWith(world, account)
    const card = { id: randomUUID(), number: mirCard, expires: '2030-12', later_charges: 'paid' as const }
    await world.bank.db.insertInto('sandbox_cards').values(card).execute()
    const methodId = randomUUID()
    await db
      .insertInto('payment_methods')
      .values({
        id: methodId,
        user_id: userId,
        gateway: 'sandbox',
        gateway_method_id: card.id,
        kind: 'card',
        title: 'Мир',
        created_at: world.now().toISOString(),
      })
      .execute()
    return { userId, methodId }
  }

  const begin = (order: Pick<PayingOrder, 'runs' | 'atOnce' | 'dieAt'>) => {
    const { dataDir, databaseUrl } = world.fresh
    const whole: PayingOrder = {
      ...order,
      ...customer,
      dataDir,
      databaseUrl,
      account,
      amount,
      now: world.now().toISOString(),
    }
    const child = fork(program(), [JSON.stringify(whole)], { stdio: 'inherit' })
    processes.push(child)
    return child
  }

  /** Waits until the process has reported this many charges; others are under way then. */
  const hasCharged = (child: ChildProcess, count: number) =>
    new Promise<void>((resolve) => {
      let told = 0
      child.on('message', (message) => {
        if (message === 'charged') told += 1
        if (told === count) resolve()
      })
    })

  /** As a step that runs again, or a payer who submits again. */
  const chargeAgain = async (run: string) => {
    const { payments } = world.wired
    const stored = await world.database.transaction((trx) =>
      chargeSavedMethod(trx, payments, {
        scope: 'runs',
        run,
        account,
        amount,
        ...customer,
        now: world.now(),
      }),
    )
    await payments.process(stored?.id ?? '')
  }

  const reconcile = async () => {
    for (let round = 0; round < 5; round += 1) {
      world.pass(MINUTE)
      await runJobs(world.wired)
    }
  }

  const payments = () =>
    world.database.db
      .selectFrom('payments')
      .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .select(['payments.id', 'payments.status', 'payment_intents.state'])
      .where('payments.account', '=', account)
      .execute()

  /** Each payment is final, was charged once and has one ledger entry; nothing else was charged. */
  const expectNothingLostOrDoubled = async () => {
    const all = await payments()
    for (const { id, status, state } of all) {
      expect({ status, state, charged: await charged(world, id) }).toEqual({
        status: 'succeeded',
        state: 'succeeded',
        charged: [amount],
      })
    }
    const charges = await world.bank.db
      .selectFrom('sandbox_charges')
      .innerJoin('sandbox_payments', 'sandbox_payments.id', 'sandbox_charges.payment_id')
      .select('sandbox_charges.id')
      .where('sandbox_payments.account', '=', account)
      .execute()
    expect(charges).toHaveLength(all.length)
    expect(await balance(world, account)).toBe(0 - amount * all.length)
    return all.length
  }

  it.each(deathPoints)('%s, the charge is made once', async (point: DeathPoint) => {
    const run = randomUUID()
    const child = begin({ runs: [run], atOnce: 1, dieAt: point })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    // Without webhooks: the result has to be found by repeating and polling.
    await world.bank.db.deleteFrom('sandbox_webhooks').execute()
    await reconcile()
    const found = await expectNothingLostOrDoubled()
    expect(found).toBe(point === 'before commit 1' ? 0 : 1)
    await chargeAgain(run)
    await reconcile()
    expect(await expectNothingLostOrDoubled()).toBe(1)
  })

  it('at any moment under load, no payment is lost or charged twice', async () => {
    const runsFrom = (first: number) =>
      Array.from({ length: 400 }, (_, index) => `${account} ${first + index}`)
    const kills = times(4, 720)
    for (let kill = 0; kill < kills; kill += 1) {
      // Each round repeats runs of earlier ones, as a step does after a restart.
      const child = begin({ runs: runsFrom(15 * kill), atOnce: 8, dieAt: null })
      const ended = once(child, 'exit')
      await hasCharged(child, randomInt(1, 16))
      await wait(randomInt(0, 30))
      child.kill('SIGKILL')
      await ended
      world.pass(MINUTE)
      // The other steps go on: a charge that waits for an hour is rightly canceled.
      if (kill % 20 === 19) await reconcile()
    }
    await reconcile()
    const found = await expectNothingLostOrDoubled()
    expect(found).toBeGreaterThan(0)
    printFigure(15, `${kills} kills under payments on ${kind}: ${found} payments, 0 lost, 0 double`)
  })
})
