import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE } from 'format/durations'
import type { ApiWorld } from './api-world'
import { customerWith } from './billing-register'
import type { PayingOrder } from './paying-order'
import { mirCard, runJobs } from './payments-world'

const ROUNDS = 5

type Charge = Pick<PayingOrder, 'account' | 'amount' | 'userId' | 'methodId' | 'others'>
type Work = Pick<PayingOrder, 'runs' | 'atOnce' | 'dieAt'>

/** Creates a customer of these accounts with a saved card at the test bank. */
export const customerWithSavedCard = async (world: ApiWorld, accounts: readonly string[]) => {
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
      shop: 'sandbox',
      gateway_method_id: card.id,
      kind: 'card',
      title: 'Мир',
      created_at: world.now().toISOString(),
    })
    .execute()
  return { userId, methodId }
}

/** Charges of saved cards by processes that are killed. */
export const dyingCharges = (world: ApiWorld, program: () => string) => {
  const processes: ChildProcess[] = []

  const begin = (charge: Charge, work: Work) => {
    const { dataDir, databaseUrl } = world.fresh
    const order: PayingOrder = { ...charge, ...work, dataDir, databaseUrl, now: world.now().toISOString() }
    const child = fork(program(), [JSON.stringify(order)], { stdio: 'inherit' })
    processes.push(child)
    return child
  }

  /** Waits until the process has reported this many charges; it may have begun more. */
  const waitForCharges = (child: ChildProcess, count: number) =>
    new Promise<void>((resolve) => {
      let reported = 0
      child.on('message', (message) => {
        if (message === 'charged') reported += 1
        if (reported === count) resolve()
      })
    })

  /** Runs the steps that repeat, poll and settle payments, until nothing is left to do. */
  const reconcile = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      world.pass(MINUTE)
      await runJobs(world.wired)
    }
  }

  return {
    reconcile,

    /** Charges one run in a process that dies at a point; returns how the process ended. */
    async dieAt(charge: Charge, run: string, dieAt: PayingOrder['dieAt']) {
      const ended = await once(begin(charge, { runs: [run], atOnce: 1, dieAt }), 'exit')
      // Without webhooks: the result has to be found by repeating and polling.
      await world.bank.db.deleteFrom('sandbox_webhooks').execute()
      await reconcile()
      return ended
    },

    /** Kills processes one after another, each at a random moment. `atOnce`: its charges at a time. */
    async dieUnderLoad(
      charge: Charge,
      { kills, atOnce, runsOf }: { kills: number; atOnce: number; runsOf(kill: number): string[] },
    ) {
      for (let kill = 0; kill < kills; kill += 1) {
        const child = begin(charge, { runs: runsOf(kill), atOnce, dieAt: null })
        const ended = once(child, 'exit')
        await waitForCharges(child, randomInt(1, 2 * atOnce + 1))
        await wait(randomInt(0, 30))
        child.kill('SIGKILL')
        await ended
        // Long enough for the leases to end, but not the minute after which unsent payments are canceled.
        world.pass(MINUTE - 20_000)
        await runJobs(world.wired)
      }
      await reconcile()
    },

    close() {
      for (const process of processes.splice(0)) process.kill('SIGKILL')
    },
  }
}
