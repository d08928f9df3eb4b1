import { nextPlanAt } from 'api/autopayments/autopayment-change'
import { nextMonthlyPeriod } from 'api/autopayments/charge-days'
import { appendToLedger } from 'api/ledger/ledger.repository'
import { toKopecks } from 'contract/money'
import { addMonths } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { mirCard, runJobs } from '../support/payments-world'
import { type Replica, replicaStarter } from '../support/start-replica'

/** MANY_AUTOPAYMENTS=1000 MANY_MONTHS=12 TEST_LONG=1 runs this test with that many autopayments and months. */
const many = Number(process.env.MANY_AUTOPAYMENTS ?? 20)
const months = Number(process.env.MANY_MONTHS ?? 2)
/** How far the clocks of the other three processes are ahead, in milliseconds. */
const clockOffsets = [400, 1_700, -900]
vi.setConfig({ testTimeout: times(120_000, 7_200_000), hookTimeout: times(60_000, 600_000) })

const startReplica = replicaStarter()
const amount = 200_000
const owed = 90_000_000
const day = 15
const timeZone = 'Europe/Moscow'
const [nine, ten] = [9 * 60, 10 * 60]

const numbers = Array.from({ length: many }, (_, index) => index)
const accountOf = (number: number) => String(5_000_000_000 + number)
const rowsAtOnce = 500

describeOnEachDatabase(`${many} autopayments over ${months} months, by four processes`, (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let replicas: Replica[]

  beforeAll(async () => {
    replicas = await Promise.all(clockOffsets.map((clockOffsetMs) => startReplica(world, { clockOffsetMs })))
    for (let from = 0; from < many; from += rowsAtOnce) await connect(numbers.slice(from, from + rowsAtOnce))
  })
  afterAll(async () => {
    for (const replica of replicas) await replica.stop()
  })

  /** As if each customer had bound a card long ago. */
  const connect = (some: readonly number[]) =>
    world.database.transaction(async (trx) => {
      const at = world.now().toISOString()
      const payee = { id: `payee ${some[0]}`, name: 'УК', inn: '5099001232', bank_name: 'Банк' }
      const bank = { bic: '044599871', correspondent_account: '3', settlement_account: '4' }
      await trx
        .insertInto('payees')
        .values({ ...payee, ...bank })
        .execute()
      const accounts = some.map((number) => ({
        account: accountOf(number),
        address: 'ул. Зелёная, д. 14',
        payer_name: 'Ковалёв Игорь Андреевич',
        search_text: '',
        proof_answer_hash: '',
        payee_id: payee.id,
      }))
      await trx.insertInto('register_accounts').values(accounts).execute()
      const users = some.map((number) => ({
        id: `user ${number}`,
        name: 'Анна',
        email: `${number}@example.ru`,
        email_normalized: `${number}@example.ru`,
        password_hash: '-',
        created_at: at,
      }))
      await trx.insertInto('users').values(users).execute()
      const own = some.map((number) => ({
        user_id: `user ${number}`,
        account: accountOf(number),
        added_at: at,
      }))
      await trx.insertInto('customer_accounts').values(own).execute()
      const cards = some.map((number) => ({
        id: `card ${number}`,
        number: mirCard,
        expires: '2040-12',
        later_charges: 'paid' as const,
      }))
      await trx.insertInto('sandbox_cards').values(cards).execute()
      const methods = some.map((number) => ({
        id: `method ${number}`,
        user_id: `user ${number}`,
        gateway: 'sandbox',
        shop: 'sandbox',
        gateway_method_id: `card ${number}`,
        kind: 'card' as const,
        title: 'Мир',
        created_at: at,
      }))
      await trx.insertInto('payment_methods').values(methods).execute()
      const firsts = some.map((number) => ({
        id: `first ${number}`,
        account: accountOf(number),
        amount: 100,
        status: 'canceled' as const,
        created_at: at,
        source: 'personal' as const,
      }))
      await trx.insertInto('payments').values(firsts).execute()
      const autopayments = some.map((number) => ({
        id: `autopayment ${number}`,
        user_id: `user ${number}`,
        account: accountOf(number),
        rule: 'monthly' as const,
        day,
        amount,
        limit_amount: amount,
        status: 'active' as const,
        method_id: `method ${number}`,
        first_payment_id: `first ${number}`,
        next_plan_at: nextPlanAt(
          { rule: 'monthly', day, plannedThrough: null },
          { now: world.now(), timeZone },
        ),
        created_at: at,
        consent_at: at,
      }))
      await trx.insertInto('autopayments').values(autopayments).execute()
      for (const number of some) {
        await appendToLedger(trx, { account: accountOf(number), kind: 'charge', amount: toKopecks(owed), at })
      }
    })

  const workAt = async (date: string, minutes: number) => {
    const moment = startOfDay(date, timeZone).getTime() + minutes * 60_000
    world.pass(moment - world.now().getTime())
    await Promise.all([runJobs(world.wired), ...replicas.map((replica) => replica.runJobs())])
    await world.handOverLetters()
  }

  it('each charges once a month, a day after a letter, with its ledger entry', async () => {
    const first = nextMonthlyPeriod(day, { now: world.now(), after: null, timeZone })
    for (let past = 0; past < months; past += 1) {
      const month = addMonths(first, past)
      await workAt(`${month}-14`, nine)
      await workAt(`${month}-15`, ten)
    }
    const { db } = world.database
    const charges = await db
      .selectFrom('sandbox_charges')
      .innerJoin('sandbox_payments', 'sandbox_payments.id', 'sandbox_charges.payment_id')
      .select((eb) => ['account', eb.fn.count<number>('sandbox_charges.id').as('charges')])
      .where('sandbox_charges.amount', '=', toKopecks(amount))
      .groupBy('account')
      .execute()
    expect(charges.map(({ account }) => account).sort()).toEqual(numbers.map(accountOf))
    expect(new Set(charges.map((one) => one.charges))).toEqual(new Set([months]))
    const balances = await db.selectFrom('account_balances').select('balance').execute()
    expect(new Set(balances.map(({ balance }) => balance))).toEqual(new Set([owed - months * amount]))
    const lines = await db
      .selectFrom('autopayment_run_lines')
      .select((eb) => ['outcome', eb.fn.countAll<number>().as('count')])
      .groupBy('outcome')
      .execute()
    expect(lines).toEqual([{ outcome: 'charged', count: many * months }])
    const letters = await db
      .selectFrom('outbox')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy('kind')
      .execute()
    expect(letters).toEqual([
      { kind: 'autopayment-warning', count: many * months },
      { kind: 'payment-receipt', count: many * months },
    ])
    printFigure(17, `${many} autopayments × ${months} periods on ${kind}, by four processes: 1 charge each`)
  })
})
