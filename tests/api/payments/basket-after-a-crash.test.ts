import { randomUUID } from 'node:crypto'
import { DAY } from 'format/durations'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { accountsOfOnePayee } from '../support/basket-world'
import { chargeBasket } from '../support/charge-basket'
import { type DeathPoint, deathPointsOn } from '../support/death-points'
import { customerWithSavedCard, dyingCharges } from '../support/dying-charges'
import { balance, charged } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

// Each file builds its own program: test files share modules, but the folder is removed with the file that built it.
const program = testProgram('paying-process')
vi.setConfig({ testTimeout: times(120_000, 3_600_000) })

const amounts = [5_000, 700, 31]
const total = 5_731

describeOnEachDatabase('after a process that was paying several accounts at once is killed', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { bankApart: true }))
  let charges: ReturnType<typeof dyingCharges>
  let accounts: string[]
  let customer: { userId: string; methodId: string }

  beforeAll(async () => {
    charges = dyingCharges(world, program)
  })
  beforeEach(async () => {
    world.pass(DAY)
    accounts = await accountsOfOnePayee(world.database, 3)
    customer = await customerWithSavedCard(world, accounts)
  })
  afterEach(() => charges.close())

  const parts = () => accounts.map((account, index) => ({ account, amount: amounts[index] ?? 0 }))
  const last = () => parts().at(-1) ?? { account: '', amount: 0 }
  const others = () => parts().slice(0, -1)
  const charge = () => ({ ...customer, ...last(), others: others() })

  const chargeAgain = async (run: string) => {
    const { payments } = world.wired
    const order = { ...customer, ...last() }
    const stored = await world.database.transaction((trx) =>
      chargeBasket(trx, payments, { run, order, others: others(), now: world.now() }),
    )
    await payments.process(stored?.id ?? '')
  }

  /** Checks that each basket was charged once, with one payment and one ledger entry an account; returns their number. */
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

  it.each(deathPointsOn(kind))('%s, all accounts are paid once or none is', async (point: DeathPoint) => {
    const run = randomUUID()
    expect(await charges.dieAt(charge(), run, point)).toEqual([null, 'SIGKILL'])
    expect(await expectAllOrNothing()).toBe(point === 'before commit 1' ? 0 : 1)
    await chargeAgain(run)
    await charges.reconcile()
    expect(await expectAllOrNothing()).toBe(1)
  })

  it('at any moment under load, nothing is lost, halved or charged twice', async () => {
    const kills = times(1, 100)
    await charges.dieUnderLoad(charge(), {
      kills,
      atOnce: 4,
      runsOf: (kill) => Array.from({ length: 200 }, (_, at) => `${accounts[0]} ${10 * kill + at}`),
    })
    const found = await expectAllOrNothing()
    expect(found).toBeGreaterThan(0)
    printFigure(15, `${kills} kills under baskets on ${kind}: ${found} baskets, 0 lost, 0 double`)
  })
})
