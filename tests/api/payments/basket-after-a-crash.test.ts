import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { accountsOfOnePayee } from '../support/basket-world'
import { customerWith } from '../support/billing-register'
import { chargeBasket } from '../support/charge-basket'
import { type DeathPoint, deathPoints, type PayingOrder } from '../support/paying-order'
import { balance, charged, mirCard, runJobs } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: times(120_000, 3_600_000), hookTimeout: 60_000 })

const MINUTE = 60_000
const amounts = [5_000, 700, 31]
const total = 5_731

const program = testProgram('paying-process')

describeOnEachDatabase('after a process that was paying several accounts at once is killed', (kind) => {
  let world: ApiWorld
  let accounts: string[]
  let customer: { userId: string; methodId: string }
  const processes: ChildProcess[] = []

  beforeAll(async () => {
    world = await openApiWorld(kind, {}, {}, {}, { bankApart: true })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.pass(24 * 60 * MINUTE)
    accounts = await accountsOfOnePayee(world.database, 3)
    customer = await withKeptCard()
  })
  afterEach(() => {
    for (const process of processes.splice(0)) process.kill('SIGKILL')
  })

  const withKeptCard = async () => {
    const { id: userId } = await customerWith(world, ...accounts)
    const card = { id: randomUUID(), number: mirCard, expires: '2030-12', later_charges: 'paid' as const }
    await world.bank.db.insertInto('sandbox_cards').values(card).execute()
    const methodId = randomUUID()
    await world.database.db
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

  const parts = () => accounts.map((account, index) => ({ account, amount: amounts[index] ?? 0 }))
  const last = () => parts().at(-1) ?? { account: '', amount: 0 }

  const begin = (order: Pick<PayingOrder, 'runs' | 'atOnce' | 'dieAt'>) => {
    const { dataDir, databaseUrl } = world.fresh
    const whole: PayingOrder = {
      ...order,
      ...customer,
      ...last(),
      others: parts().slice(0, -1),
      dataDir,
      databaseUrl,
      now: world.now().toISOString(),
    }
    const child = fork(program(), [JSON.stringify(whole)], { stdio: 'inherit' })
    processes.push(child)
    return child
  }

  const hasCharged = (child: ChildProcess, count: number) =>
    new Promise<void>((resolve) => {
      let told = 0
      child.on('message', (message) => {
        if (message === 'charged') told += 1
        if (told === count) resolve()
      })
    })

  const chargeAgain = async (run: string) => {
    const { payments } = world.wired
    const stored = await world.database.transaction((trx) =>
      chargeBasket(trx, payments, {
        run,
        order: { ...customer, ...last() },
        others: parts().slice(0, -1),
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

  /** Each basket was charged once, and every account of it has one payment and one ledger entry; returns how many. */
  const expectAllOrNothing = async (): Promise<number> => {
    const rows = await world.database.db
      .selectFrom('payments')
      .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .select(['payments.id', 'payments.account', 'payments.status', 'state', 'basket_id as basketId'])
      .where('payments.account', 'in', accounts)
      .execute()
    const baskets = new Set(rows.map(({ basketId }) => basketId ?? ''))
    expect(rows).toHaveLength(3 * baskets.size)
    for (const { id, status, state, basketId } of rows)
      expect({ status, state, charged: await charged(world, id) }).toEqual({
        status: 'succeeded',
        state: 'succeeded',
        charged: id === basketId ? [total] : [],
      })
    for (const { account, amount } of parts())
      expect(await balance(world, account)).toBe(0 - amount * baskets.size)
    return baskets.size
  }

  it.each(deathPoints)('%s, all accounts are paid once or none is', async (point: DeathPoint) => {
    const run = randomUUID()
    const child = begin({ runs: [run], atOnce: 1, dieAt: point })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    // Without webhooks: the result has to be found by repeating and polling.
    await world.bank.db.deleteFrom('sandbox_webhooks').execute()
    await reconcile()
    expect(await expectAllOrNothing()).toBe(point === 'before commit 1' ? 0 : 1)
    await chargeAgain(run)
    await reconcile()
    expect(await expectAllOrNothing()).toBe(1)
  })

  it('at any moment under load, nothing is lost, halved or charged twice', async () => {
    const runsFrom = (first: number) =>
      Array.from({ length: 200 }, (_, index) => `${accounts[0]} ${first + index}`)
    const kills = times(3, 100)
    for (let kill = 0; kill < kills; kill += 1) {
      const child = begin({ runs: runsFrom(10 * kill), atOnce: 4, dieAt: null })
      const ended = once(child, 'exit')
      await hasCharged(child, randomInt(1, 10))
      await wait(randomInt(0, 30))
      child.kill('SIGKILL')
      await ended
      world.pass(MINUTE)
      if (kill % 20 === 19) await reconcile()
    }
    await reconcile()
    const found = await expectAllOrNothing()
    expect(found).toBeGreaterThan(0)
    printFigure(15, `${kills} kills under baskets on ${kind}: ${found} baskets, 0 lost, 0 double`)
  })
})
