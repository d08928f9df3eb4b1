import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChargeRules } from 'api/billing/charge-rules'
import { issueInvoices } from 'api/billing/issue-invoices'
import { balanceOf, findDebtFromRefunds } from 'api/ledger/ledger.repository'
import { countPayment, recountPayment } from 'api/ledger/payment-sums.repository'
import { applyPayment, applyRefund } from 'api/ledger/postings'
import { insertRefund } from 'api/payments/refunds/refunds.repository'
import { beginSession } from 'api/users/sessions'
import { chargesAnswer, invoiceAnswer } from 'contract/invoices'
import { toKopecks } from 'contract/money'
import { historyAnswer, type PaymentStatus } from 'contract/payments'
import fc from 'fast-check'
import { addDays, addMonths, today } from 'format/dates'
import { HOUR } from 'format/durations'
import { startOfDay } from 'format/local-hour'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type ApiWorld, type Browser, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { operatorOf } from '../support/operator'

/** With MODEL_RUNS=500 this test searches longer. */
const runs = Number(process.env.MODEL_RUNS ?? 8)
/** With MODEL_CHECKS=end it compares after the last step of each sequence alone, which is ten times as fast. */
const checksEachStep = process.env.MODEL_CHECKS !== 'end'
vi.setConfig({ testTimeout: 20_000 + runs * 5_000 })

const personal = '/api/v1/personal'
const timeZone = 'Europe/Moscow'

interface ModelInvoice {
  period: string
  issuedOn: string
  opening: number
  added: number
  /** Payments less refunds until the next invoice. */
  received: number
  paid: number
}

interface ModelPayment {
  id: string
  amount: number
  status: PaymentStatus
  createdAt: string
  refunded: number
  source: 'guest' | 'personal' | 'autopayment'
}

/** An account's money by simple arithmetic. */
class Model {
  readonly invoices: ModelInvoice[] = []
  readonly payments: ModelPayment[] = []
  /** The part of the balance that comes from imported balances, not from invoices and payments. */
  corrected = 0
  /** The part of the balance that is a debt from refunds. */
  refundDebt = 0

  get balance() {
    const added = sum(this.invoices.map((invoice) => invoice.added))
    return this.corrected + added - sum(this.succeeded().map(({ amount, refunded }) => amount - refunded))
  }

  /** Updates the debt from refunds after a ledger entry that lowers it by `credit`, which is negative for a refund. */
  settleRefunds(credit: number) {
    this.refundDebt = Math.max(0, Math.min(this.refundDebt - credit, this.balance))
  }

  /** Sets the balance that the company's books have. */
  correct(balance: number) {
    const credit = this.balance - balance
    this.corrected -= credit
    this.settleRefunds(Math.max(0, credit))
    this.settleByBalance()
  }

  /** After an import only the balance decides what counts as paid: the debt belongs to the newest invoices. */
  settleByBalance() {
    let debt = this.balance
    let receivedLater = 0
    this.invoices.toReversed().forEach((invoice, age) => {
      const amountDue = invoice.opening + invoice.added
      invoice.paid = age === 0 ? amountDue - debt : amountDue - Math.max(0, debt)
      invoice.received = amountDue - debt - this.creditedAfter(this.invoices.length - 1 - age) - receivedLater
      receivedLater += invoice.received
      debt -= Math.max(0, invoice.added)
    })
  }

  private creditedAfter(index: number) {
    return sum(this.invoices.slice(index + 1).map(({ added }) => Math.max(0, -added)))
  }

  succeeded() {
    return this.payments.filter(({ status }) => status === 'succeeded')
  }

  /** Adds a payment, or a refund if the amount is negative. */
  receive(amount: number) {
    const newest = this.invoices.at(-1)
    if (!newest) return
    newest.received += amount
    newest.paid += amount
    this.settleOlder()
  }

  add(invoice: ModelInvoice) {
    this.invoices.push(invoice)
    this.settleOlder()
  }

  /** Later payments and credits settle the oldest debt first, up to the amount of its invoice. */
  private settleOlder() {
    this.invoices.slice(0, -1).forEach((invoice, index) => {
      const amountDue = invoice.opening + invoice.added
      const received = sum(this.invoices.slice(index).map((one) => one.received))
      const ever = received + this.creditedAfter(index)
      invoice.paid = ever < amountDue ? ever : Math.max(invoice.paid, amountDue)
    })
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

type Step =
  | { do: 'issue'; charged: number; recalculation: number }
  | { do: 'import invoice'; charged: number; recalculation: number }
  | { do: 'import balance'; of: 'zero' | 'less' | 'more'; share: number }
  | { do: 'begin'; amount: number; source: 'guest' | 'personal' | 'autopayment' }
  | { do: 'end'; which: number; as: 'succeeded' | 'canceled'; times: number }
  | { do: 'refund'; which: number; share: number; times: number }
  | { do: 'pass'; hours: number }

const amount = fc.integer({ min: 100, max: 35_000_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('issue' as const),
      charged: fc.integer({ min: 0, max: 900_000 }),
      recalculation: fc.oneof(fc.constant(0), fc.integer({ min: -1_200_000, max: 50_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import invoice' as const),
      charged: fc.integer({ min: 0, max: 900_000 }),
      recalculation: fc.oneof(fc.constant(0), fc.integer({ min: -1_200_000, max: 50_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('import balance' as const),
      of: fc.constantFrom('zero', 'less', 'more'),
      share: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      source: fc.constantFrom('guest', 'personal', 'autopayment'),
      amount: fc.oneof(fc.integer({ min: 100, max: 900_000 }), amount),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(20),
      as: fc.constantFrom('succeeded', 'succeeded', 'canceled'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(20),
      share: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 400 }) }),
  },
)

/** An invoice is corrected by the next one, but paid in full nevertheless; then that payment is refunded. */
const refundBehindACredit: Step[] = [
  { do: 'issue', charged: 1, recalculation: 0 },
  { do: 'issue', charged: 0, recalculation: -1 },
  { do: 'begin', amount: 100, source: 'guest' },
  { do: 'issue', charged: 0, recalculation: 0 },
  { do: 'end', which: 0, as: 'succeeded', times: 1 },
  { do: 'refund', which: 0, share: 100, times: 1 },
]

/** The company's books do not contain a payment that was refunded: the import asks, and is confirmed. */
const balanceWithoutAPayment: Step[] = [
  { do: 'begin', source: 'guest', amount: 100 },
  { do: 'import balance', of: 'zero', share: 0 },
  { do: 'end', which: 0, as: 'succeeded', times: 1 },
  { do: 'refund', which: 0, share: 0, times: 1 },
  { do: 'import balance', of: 'zero', share: 0 },
]

/** A charge is refunded, partly charged again by an autopayment, and recalculated by the next invoice. */
const refundTakenBack: Step[] = [
  { do: 'issue', charged: 80_000, recalculation: 0 },
  { do: 'begin', amount: 80_000, source: 'autopayment' },
  { do: 'end', which: 0, as: 'succeeded', times: 1 },
  { do: 'refund', which: 0, share: 100, times: 2 },
  { do: 'import invoice', charged: 30_000, recalculation: -50_000 },
  { do: 'begin', amount: 30_000, source: 'autopayment' },
  { do: 'end', which: 1, as: 'succeeded', times: 1 },
  { do: 'import balance', of: 'less', share: 50 },
  { do: 'begin', amount: 5_000, source: 'personal' },
  { do: 'end', which: 2, as: 'succeeded', times: 1 },
]

describeOnEachDatabase('with random invoices, payments, refunds, imports and repeats', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let replica: Awaited<ReturnType<ApiWorld['replica']>>

  beforeAll(async () => {
    replica = await world.replica()
  })

  it('the ledger, balances, invoices, daily sums and what the customer reads agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 22 }), async (steps) => {
        await world.empty()
        const account = await addToRegister(world.database.db)
        const { id: userId, browser } = await customerWith(world, account)
        const model = new Model()
        for (const [nth, one] of steps.entries()) {
          await take(one, model, account)
          if (!checksEachStep && nth + 1 < steps.length) continue
          browser.setSession(
            await beginSession(world.database.db, { userId, device: null, now: world.now() }),
          )
          await agree(model, account, browser)
        }
      }),
      { numRuns: runs, examples: [[refundBehindACredit], [refundTakenBack], [balanceWithoutAPayment]] },
    )
    const moments = checksEachStep ? 'each step' : 'the last step'
    printFigure(14, `${runs} random sequences on ${kind}, compared after ${moments}: sums agree`)
  })

  const day = () => today(timeZone, world.now())

  const take = async (one: Step, model: Model, account: string) => {
    switch (one.do) {
      case 'pass':
        return world.pass(one.hours * HOUR)
      case 'begin':
        return begin(one, model, account)
      case 'end':
        return end(one, model, account)
      case 'refund':
        return refund(one, model, account)
      case 'issue':
        return issue(one, model, account)
      case 'import invoice':
        return importInvoice(one, model, account)
      case 'import balance':
        return importBalance(one, model, account)
    }
  }

  const begin = async ({ amount, source }: Extract<Step, { do: 'begin' }>, model: Model, account: string) => {
    const payment = {
      id: randomUUID(),
      amount,
      status: 'pending' as const,
      createdAt: world.now().toISOString(),
      refunded: 0,
      source,
    }
    await world.database.transaction(async (trx) => {
      await trx
        .insertInto('payments')
        .values({
          id: payment.id,
          account,
          amount,
          status: 'pending',
          created_at: payment.createdAt,
          source,
        })
        .execute()
      await countPayment(trx, { account, ...payment }, timeZone)
    })
    model.payments.push(payment)
  }

  /** Settles any payment, also a second time, over several connections concurrently. */
  const end = async ({ which, as, times }: Extract<Step, { do: 'end' }>, model: Model, account: string) => {
    const payment = model.payments[which % Math.max(1, model.payments.length)]
    if (!payment) return
    const { id, amount, createdAt } = payment
    const endOnce = (database: ApiWorld['database']) =>
      database.transaction(async (trx) => {
        const at = world.now().toISOString()
        const ended = await trx
          .updateTable('payments')
          .set({ status: as, ...(as === 'succeeded' ? { paid_at: at } : {}) })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .executeTakeFirst()
        const counted = { account, amount, createdAt }
        if (ended.numUpdatedRows === 1n) {
          await recountPayment(
            trx,
            { before: { ...counted, status: 'pending' }, after: { ...counted, status: as } },
            timeZone,
          )
        }
        const { status } = await trx
          .selectFrom('payments')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        // On purpose, even if it was applied before.
        if (status === 'succeeded')
          await applyPayment(trx, { account, amount: toKopecks(amount), paymentId: id, at })
      }, 'read committed')
    await Promise.all(
      Array.from({ length: times }, (_, index) => endOnce(index % 2 ? replica.database : world.database)),
    )
    if (payment.status !== 'pending') return
    payment.status = as
    if (as !== 'succeeded') return
    model.receive(amount)
    model.settleRefunds(payment.source === 'autopayment' ? 0 : amount)
  }

  /** Refunds a part of a succeeded payment, several times concurrently in several processes. */
  const refund = async (
    { which, share, times }: Extract<Step, { do: 'refund' }>,
    model: Model,
    account: string,
  ) => {
    const succeeded = model.succeeded()
    const payment = succeeded[which % Math.max(1, succeeded.length)]
    if (!payment) return
    const amount = Math.ceil(((payment.amount - payment.refunded) * share) / 100)
    if (amount === 0) return
    const id = randomUUID()
    const at = world.now().toISOString()
    const recordOnce = (database: ApiWorld['database']) =>
      database.transaction(async (trx) => {
        const known = await trx.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst()
        if (!known) {
          await insertRefund(trx, {
            id,
            gateway: 'sandbox',
            gateway_refund_id: id,
            payment_id: payment.id,
            account,
            amount: toKopecks(amount),
            refunded_at: at,
            recorded_at: at,
          })
        }
        // On purpose, even if it was applied before.
        await applyRefund(trx, { account, amount: toKopecks(amount), refundId: id, at })
      }, 'read committed')
    await recordOnce(world.database)
    await Promise.all(
      Array.from({ length: times - 1 }, (_, index) =>
        recordOnce(index % 2 ? world.database : replica.database),
      ),
    )
    payment.refunded += amount
    model.receive(-amount)
    model.settleRefunds(-amount)
  }

  /** The next month's bill on the first day of the month, by two processes. */
  const issue = async (
    { charged, recalculation }: { charged: number; recalculation: number },
    model: Model,
    account: string,
  ) => {
    const period = day().slice(0, 7)
    const nextMonth = new Date(`${addMonths(period, 1)}-01T00:00:00+03:00`)
    world.pass(nextMonth.getTime() - world.now().getTime())
    const opening = model.balance
    const rules: ChargeRules = {
      accounts: [account],
      normOf: () => 0,
      tariffOf: () => null,
      billOf: (_, month) => ({
        lines: [
          month === period
            ? { service: 'Отопление', charged, recalculation, total: charged + recalculation }
            : { service: 'Отопление', charged: 100, total: 100 },
        ],
        dueAt: `${addMonths(month, 1)}-15`,
      }),
    }
    const before = model.invoices.length
    const issued = await Promise.all(
      [world.database, replica.database].map((database) =>
        issueInvoices({ database, rules, timeZone, now: world.now(), through: period }),
      ),
    )
    // The penalty has its own tests: here it is taken from the invoices.
    const rows = await world.database.db
      .selectFrom('invoices')
      .select(['period', 'penalty'])
      .where('account', '=', account)
      .orderBy('period')
      .execute()
    expect(sum(issued)).toBe(rows.length - before)
    let carried = opening
    for (const row of rows.slice(before)) {
      expect(row.penalty).toBeGreaterThanOrEqual(0)
      const added = (row.period === period ? charged + recalculation : 100) + row.penalty
      model.add({
        period: row.period,
        issuedOn: day(),
        opening: carried,
        added,
        received: 0,
        paid: 0,
      })
      model.settleRefunds(row.period === period ? Math.max(0, -recalculation) : 0)
      carried += added
    }
    expect(rows.at(-1)?.period).toBe(period)
  }

  /** Half past midnight of the next day: everything before belongs to the day before. */
  const nextDay = () => {
    const morning = startOfDay(addDays(day(), 1), timeZone).getTime() + HOUR / 2
    world.pass(morning - world.now().getTime())
  }

  const imported = async (what: string, head: string, line: string) => {
    const file = join(world.fresh.dataDir, `${what}.csv`)
    writeFileSync(file, `${head}\n${line}\n`)
    // Confirmed: an import asks if a balance differs by the newest payments. Here the company means it.
    await operatorOf(world)('import', what, file, '--apply', '--confirmed')
  }
  const inRubles = (kopecks: number) => (kopecks / 100).toFixed(2)

  /** Imports the invoice of the next month from the company's own billing, unless that month is in the future. */
  const importInvoice = async (
    { charged, recalculation }: { charged: number; recalculation: number },
    model: Model,
    account: string,
  ) => {
    nextDay()
    const newest = model.invoices.at(-1)
    const period = newest ? addMonths(newest.period, 1) : day().slice(0, 7)
    if (period > day().slice(0, 7)) return
    const opening = model.balance
    await imported(
      'charges',
      'account;period;issued;due;service;charged;recalculation',
      `${account};${period};${day()};${addDays(day(), 10)};Отопление;${inRubles(charged)};${inRubles(recalculation)}`,
    )
    const added = charged + recalculation
    model.add({ period, issuedOn: day(), opening, added, received: 0, paid: 0 })
    model.settleRefunds(Math.max(0, -recalculation))
    model.settleByBalance()
  }

  /** The debt at the start of a day by the company's own books. */
  const importBalance = async (
    { of, share }: Extract<Step, { do: 'import balance' }>,
    model: Model,
    account: string,
  ) => {
    nextDay()
    const change = Math.floor((Math.abs(model.balance) * share) / 100)
    const balance = { zero: 0, less: model.balance - change, more: model.balance + change }[of]
    await imported('balances', 'account;day;balance', `${account};${day()};${inRubles(balance)}`)
    model.correct(balance)
  }

  const agree = async (model: Model, account: string, browser: Browser) => {
    const { db } = world.database
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['kind', 'amount'])
      .where('account', '=', account)
      .execute()
    expect(sum(entries.map((entry) => entry.amount))).toBe(model.balance)
    expect(entries.filter((entry) => entry.kind === 'payment')).toHaveLength(model.succeeded().length)
    expect(await balanceOf(db, account)).toBe(model.balance)
    expect(await findDebtFromRefunds(db, account)).toBe(model.refundDebt)
    expect(model.refundDebt).toBeLessThanOrEqual(Math.max(0, model.balance))
    const given = await db.selectFrom('refunds').select('amount').where('account', '=', account).execute()
    expect(sum(given.map(({ amount }) => amount))).toBe(sum(model.payments.map(({ refunded }) => refunded)))

    const newest = invoiceAnswer.parse((await browser.post(`${personal}/invoice/${account}`, {})).body)
    expect(newest.periods).toEqual(model.invoices.map(({ period }) => period).reverse())
    if (model.invoices.length > 0) expect(newest.data?.total).toBe(model.balance)
    const invoices = await db
      .selectFrom('invoices')
      .select(['period', 'opening_balance as opening', 'paid'])
      .where('account', '=', account)
      .orderBy('period')
      .execute()
    expect(invoices).toEqual(model.invoices.map(({ period, opening, paid }) => ({ period, opening, paid })))

    for (const status of ['', 'pending', 'succeeded', 'canceled']) {
      const history = await browser.get(`${personal}/history/${account}?limit=100&status=${status}`)
      const { data, meta } = historyAnswer.parse(history.body)
      const expected = model.payments.filter((payment) => status === '' || payment.status === status)
      expect(new Map(data.map(({ id, refunded }) => [id, refunded]))).toEqual(
        new Map(expected.map(({ id, refunded }) => [id, refunded])),
      )
      expect(meta).toMatchObject({
        count: expected.length,
        totalAmount: sum(expected.map(({ amount }) => amount)),
      })
    }

    const charges = chargesAnswer.parse((await browser.get(`${personal}/charges/${account}?months=60`)).body)
    const shown = model.invoices.slice(-60)
    expect(charges.data.map(({ period, charged }) => ({ period, charged }))).toEqual(
      shown.map(({ period, added }) => ({ period, charged: added })),
    )
    const sinceFirst = model
      .succeeded()
      .filter(({ createdAt }) => today(timeZone, new Date(createdAt)) >= (shown[0]?.issuedOn ?? '9999'))
    expect(sum(charges.data.map(({ paid }) => paid))).toBe(
      sum(sinceFirst.map(({ amount, refunded }) => amount - refunded)),
    )
  }
})
