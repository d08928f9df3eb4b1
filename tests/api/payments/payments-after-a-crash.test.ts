import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { chargeSavedMethod } from 'api/payments/checkout/saved-methods.service'
import { toKopecks } from 'contract/money'
import { DAY } from 'format/durations'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest'
import { describeOn, describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type Postgres, startPostgres } from '../../support/postgres'
import { type ApiWorld, openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { type DeathPoint, deathPointsOn } from '../support/death-points'
import { customerWithSavedCard, dyingCharges } from '../support/dying-charges'
import { balance, charged } from '../support/payments-world'
import { testProgram } from '../support/test-programs'

// Each file builds its own program: test files share modules, but the folder is removed with the file that built it.
const program = testProgram('paying-process')
vi.setConfig({ testTimeout: times(120_000, 3_600_000) })

const amount = 5_000

describeOnEachDatabase('after a process that was taking payments is killed', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { bankApart: true }))
  let charges: ReturnType<typeof dyingCharges>
  let account: string
  let customer: { userId: string; methodId: string }

  beforeAll(async () => {
    charges = dyingCharges(world, program)
  })
  beforeEach(async () => {
    world.pass(DAY)
    account = await addToRegister(world.database.db)
    customer = await customerWithSavedCard(world, [account])
  })
  afterEach(() => charges.close())

  const charge = () => ({ account, amount, ...customer })

  /** Repeats the charge, as a step that runs again or a payer who submits again. */
  const chargeAgain = async (run: string) => {
    const { payments } = world.wired
    const stored = await world.database.transaction((trx) =>
      chargeSavedMethod(trx, payments, {
        scope: 'runs',
        run,
        ...charge(),
        amount: toKopecks(amount),
        now: world.now(),
      }),
    )
    await payments.process(stored?.id ?? '')
  }

  const payments = () =>
    world.database.db
      .selectFrom('payments')
      .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
      .select(['payments.id', 'payments.status', 'payment_intents.state'])
      .where('payments.account', '=', account)
      .execute()

  /** Checks that each payment is final, was charged once and has one ledger entry, and that nothing else was charged. */
  const expectNothingLostOrDoubled = async () => {
    const all = await payments()
    for (const { id, status, state } of all) {
      expect({ status, state, charged: await charged(world, id) }).toEqual({
        status: 'succeeded',
        state: 'succeeded',
        charged: [amount],
      })
    }
    const atBank = await world.bank.db
      .selectFrom('sandbox_charges')
      .innerJoin('sandbox_payments', 'sandbox_payments.id', 'sandbox_charges.payment_id')
      .select('sandbox_charges.id')
      .where('sandbox_payments.account', '=', account)
      .execute()
    expect(atBank).toHaveLength(all.length)
    expect(await balance(world, account)).toBe(0 - amount * all.length)
    return all.length
  }

  it.each(deathPointsOn(kind))('%s, the charge is made once', async (point: DeathPoint) => {
    const run = randomUUID()
    expect(await charges.dieAt(charge(), run, point)).toEqual([null, 'SIGKILL'])
    const found = await expectNothingLostOrDoubled()
    expect(found).toBe(point === 'before commit 1' ? 0 : 1)
    await chargeAgain(run)
    await charges.reconcile()
    expect(await expectNothingLostOrDoubled()).toBe(1)
  })

  it('at any moment under load, no payment is lost or charged twice', async () => {
    const kills = times(2, 720)
    await charges.dieUnderLoad(charge(), {
      kills,
      atOnce: 8,
      // Each process repeats runs of earlier ones, as a step does after a restart.
      runsOf: (kill) => Array.from({ length: 400 }, (_, at) => `${account} ${15 * kill + at}`),
    })
    const found = await expectNothingLostOrDoubled()
    expect(found).toBeGreaterThan(0)
    printFigure(15, `${kills} kills under payments on ${kind}: ${found} payments, 0 lost, 0 double`)
  })
})

/** A PostgreSQL of its own: no other test must be affected by the crash. */
const ownPostgres = async (): Promise<Postgres> => {
  const postgres = await startPostgres(join(inject('runFolder'), `postgres-${randomUUID()}`))
  if (!postgres) throw new Error('PostgreSQL is not installed')
  return postgres
}

describeOn('postgres', 'after a crash of PostgreSQL', () => {
  let postgres: Postgres
  let world: ApiWorld

  beforeAll(async () => {
    postgres = await ownPostgres()
    world = await openApiWorld('postgres', {
      bankApart: true,
      fromNothing: true,
      async connection({ dataDir }) {
        const options = { dataDir, databaseUrl: postgres.url }
        const database = await openDatabase(options)
        await migrate(database)
        await database.close()
        return options
      },
    })
  })
  afterAll(async () => {
    await world.close()
    await postgres.stop()
  })

  it('each payment that was answered as paid is in the books', async () => {
    const account = await addToRegister(world.database.db)
    const { userId, methodId } = await customerWithSavedCard(world, [account])
    const { payments } = world.wired
    const paid: string[] = []
    for (let run = 0; run < 10; run += 1) {
      const charge = { scope: 'runs', run: String(run), userId, account, amount: toKopecks(amount), methodId }
      const stored = await world.database.transaction(
        (trx) => chargeSavedMethod(trx, payments, { ...charge, now: world.now() }),
        'read committed',
      )
      await payments.process(stored?.id ?? '')
      paid.push(stored?.id ?? '')
    }
    await postgres.crash()

    const succeeded = () =>
      world.database.db
        .selectFrom('payments')
        .select('id')
        .where('status', '=', 'succeeded')
        .execute()
        .then((rows) => rows.map(({ id }) => id).sort())
        // The connections from before the crash are gone.
        .catch(() => 'no connection')
    await expect.poll(succeeded).toEqual(paid.sort())
    expect(await balance(world, account)).toBe(-amount * paid.length)
  })
})
