import { randomUUID } from 'node:crypto'
import type { ChargeRules } from 'api/billing/charge-rules'
import { issueInvoices, issueInvoicesStep } from 'api/billing/issue-invoices'
import { type Database, openDatabase } from 'api/db/database'
import { demoCompanyRules, seedDemo } from 'api/demo/seed-demo'
import { balanceOf } from 'api/ledger/ledger.repository'
import { countPayment } from 'api/ledger/payment-sums.repository'
import { applyPayment, applyRefund } from 'api/ledger/postings'
import { readServerConfig } from 'api/server-config'
import { invoiceLine } from 'contract/invoices'
import { toKopecks } from 'contract/money'
import { addDays, addMonths } from 'format/dates'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeOnEachDatabase, type FreshDatabase, migratedDatabase } from '../../support/databases'
import { addToRegister } from '../support/billing-register'
import { readingOperatorOf } from '../support/operator'

const timeZone = 'Europe/Moscow'
const seeded = new Date('2026-11-10T09:00:00.000Z')
/** The first moment of 1 December in Moscow. */
const december = new Date('2026-11-30T21:00:00.000Z')
const accountsOfDemo = 9
const room = '4010044720'

describeOnEachDatabase('issuing invoices', (kind) => {
  let fresh: FreshDatabase
  let one: Database
  let other: Database

  beforeEach(async () => {
    fresh = await migratedDatabase(kind)
    one = await openDatabase(fresh)
    other = await openDatabase(fresh)
  })
  afterEach(async () => {
    await one.close()
    await other.close()
    await fresh.drop()
  })

  const seed = () => seedDemo(one, { now: seeded, timeZone })

  const issue = async (through: string, { now = december, database = one } = {}) => {
    const rules = await demoCompanyRules(one.db, '2026-12-01')
    if (!rules) throw new Error('The demo company has rules')
    return issueInvoices({ database, rules, timeZone, now, through })
  }

  const invoicesOf = (period: string) =>
    one.db.selectFrom('invoices').selectAll().where('period', '=', period).orderBy('account').execute()

  const quiet = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }

  /** Accounts whose balance differs from their ledger or from their newest invoice. */
  const disagreeing = async () => {
    const { rows } = await sql<{ account: string }>`select account_balances.account from account_balances
      where balance <> (select sum(amount) from ledger_entries where account = account_balances.account)
        or balance <> (select opening_balance + charged + penalty - paid from invoices
          where invoices.account = account_balances.account order by period desc limit 1)`.execute(one.db)
    return rows
  }

  test('bills every account of the demo company for the month, in addition to its debt', async () => {
    await seed()
    const before = new Map<string, number>()
    for (const { account } of await invoicesOf('2026-10'))
      before.set(account, await balanceOf(one.db, account))
    expect(await issue('2026-11')).toBe(accountsOfDemo)
    const invoices = await invoicesOf('2026-11')
    expect(invoices).toHaveLength(accountsOfDemo)
    for (const invoice of invoices) {
      const lines = z.array(invoiceLine).parse(JSON.parse(invoice.lines))
      expect(invoice.charged).toBe(lines.reduce((sum, { total }) => sum + total, 0))
      expect(invoice.charged).toBeGreaterThan(0)
      expect(invoice.opening_balance).toBe(before.get(invoice.account))
      expect(invoice).toMatchObject({ issued_at: '2026-12-01', paid: 0 })
      // The last day of the year is a day off, and the next working day is after the holidays.
      expect(['2026-12-15', '2027-01-11']).toContain(invoice.due_at)
      expect(await balanceOf(one.db, invoice.account)).toBe(
        invoice.opening_balance + invoice.charged + invoice.penalty,
      )
    }
    expect(await disagreeing()).toEqual([])
  })

  test('makes separate ledger entries for charges, recalculations and penalties, with their invoice', async () => {
    await seed()
    await issue('2027-01', { now: new Date('2027-02-01T09:00:00.000Z') })
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*) as count from ledger_entries
      where invoice_id in (select id from invoices where period > '2026-10') group by kind order by kind`.execute(
      one.db,
    )
    expect(rows.find(({ kind }) => kind === 'charge')?.count).toBe(3 * accountsOfDemo)
    const empty = await sql`select id from ledger_entries where amount = 0`.execute(one.db)
    expect(empty.rows).toEqual([])
    const sums = await sql<{ difference: number }>`
      select charged + penalty - (select sum(amount) from ledger_entries where invoice_id = invoices.id)
      as difference from invoices where period > '2026-10'`.execute(one.db)
    expect(new Set(sums.rows.map(({ difference }) => difference))).toEqual(new Set([0]))
  })

  test('issues each invoice once, also when repeated over several connections at once', async () => {
    await seed()
    const counts = await Promise.all(
      [one, other, one, other].map((database) => issue('2026-11', { database })),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(accountsOfDemo)
    expect(await issue('2026-11')).toBe(0)
    expect(await invoicesOf('2026-11')).toHaveLength(accountsOfDemo)
    expect(await disagreeing()).toEqual([])
  })

  test('issues missed months in order, each due in at least ten days', async () => {
    await seed()
    const late = new Date('2027-03-20T09:00:00.000Z')
    expect(await issue('2027-02', { now: late })).toBe(4 * accountsOfDemo)
    for (const period of ['2026-11', '2026-12', '2027-01', '2027-02']) {
      const invoices = await invoicesOf(period)
      expect(invoices).toHaveLength(accountsOfDemo)
      for (const { issued_at, due_at } of invoices) {
        expect(issued_at).toBe('2027-03-20')
        expect(due_at >= '2027-03-30').toBe(true)
      }
    }
    expect(await disagreeing()).toEqual([])
  })

  const dacha = '6200015394'

  const penaltyOf = async (period: string, of = dacha) =>
    (await invoicesOf(period)).find(({ account }) => account === of)?.penalty ?? 0

  test('adds a penalty for debts overdue for more than 30 days', async () => {
    await seed()
    for (let month = '2026-11'; month <= '2027-02'; month = addMonths(month, 1))
      await issue(month, { now: new Date(`${addMonths(month, 1)}-01T09:00:00.000Z`) })
    const penalties = []
    for (const period of ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02'])
      penalties.push((await penaltyOf(period)) > 0)
    expect(penalties).toEqual([false, false, true, true, true])
    expect(await disagreeing()).toEqual([])
  })

  const payAt = ({
    id,
    account,
    amount,
    at,
  }: {
    id: string
    account: string
    amount: number
    at: string
  }) => {
    const payment = { account, amount: toKopecks(amount), status: 'succeeded' as const }
    return one.transaction(async (trx) => {
      await trx
        .insertInto('payments')
        .values({ ...payment, id, source: 'guest', created_at: at, paid_at: at })
        .execute()
      await countPayment(trx, { ...payment, createdAt: at }, timeZone)
      await applyPayment(trx, { ...payment, paymentId: id, at })
    })
  }

  test('adds a lower penalty for a debt paid in part, and the usual one after its refund on that day', async () => {
    const pay = async (account: string) => {
      const id = randomUUID()
      await payAt({ id, account, amount: 50_000, at: '2027-02-10T09:00:00.000Z' })
      return id
    }
    const refund = async (account: string, payment: string) => {
      const id = randomUUID()
      const at = '2027-02-10T10:00:00.000Z'
      const money = { account, amount: toKopecks(50_000) }
      await one.transaction(async (trx) => {
        await trx
          .insertInto('refunds')
          .values({
            ...money,
            id,
            gateway: 'sandbox',
            gateway_refund_id: id,
            payment_id: payment,
            refunded_at: at,
            recorded_at: at,
          })
          .execute()
        await applyRefund(trx, { ...money, refundId: id, at })
      })
    }
    const accounts = [await addToRegister(one.db), await addToRegister(one.db), await addToRegister(one.db)]
    const [toBeUnpaid = '', toBePaid = '', toBeRefunded = ''] = accounts
    const charged = { service: 'Отопление', charged: 100_000, total: 100_000 }
    const rules: ChargeRules = {
      accounts,
      normOf: () => 0,
      tariffOf: () => null,
      billOf: (_, month) => ({ lines: [charged], dueAt: `${addMonths(month, 1)}-15` }),
    }
    for (let month = '2026-11'; month <= '2027-02'; month = addMonths(month, 1)) {
      if (month === '2027-02') {
        await pay(toBePaid)
        await refund(toBeRefunded, await pay(toBeRefunded))
      }
      const now = new Date(`${addMonths(month, 1)}-01T09:00:00.000Z`)
      await issueInvoices({ database: one, rules, timeZone, now, through: month })
    }
    const [unpaid = 0, paid = 0, refunded = 0] = await Promise.all(
      [toBeUnpaid, toBePaid, toBeRefunded].map((account) => penaltyOf('2027-02', account)),
    )
    expect(paid).toBeLessThan(unpaid)
    expect(paid).toBeGreaterThan(0)
    expect(refunded).toBe(unpaid)
  })

  test('issues nothing for an account without charge rules', async () => {
    await seed()
    const unknown = await addToRegister(one.db)
    await issue('2026-11')
    expect((await invoicesOf('2026-11')).map(({ account }) => account)).not.toContain(unknown)
  })

  describe('the next bill beside an unpaid one of 5000', () => {
    let account: string
    beforeEach(async () => {
      account = await addToRegister(one.db)
      await bill('2026-10', 5_000, december)
    })

    const bill = (period: string, recalculation: number, now: Date) =>
      issueInvoices({
        database: one,
        rules: {
          accounts: [account],
          normOf: () => 0,
          tariffOf: () => null,
          billOf: () => ({
            lines: [{ service: 'Отопление', charged: 0, recalculation, total: recalculation }],
            dueAt: '2026-12-15',
          }),
        },
        timeZone,
        now,
        through: period,
      })
    /** The unpaid amount of each invoice, oldest first. */
    const owed = async () => {
      const invoices = await one.db
        .selectFrom('invoices')
        .select(['opening_balance', 'charged', 'penalty', 'paid'])
        .where('account', '=', account)
        .orderBy('period')
        .execute()
      return invoices.map(
        ({ opening_balance, charged, penalty, paid }) => opening_balance + charged + penalty - paid,
      )
    }

    test.each([
      [-2_000, [3_000, 3_000]],
      [-5_000, [0, 0]],
      [-6_000, [0, -1_000]],
      [0, [5_000, 5_000]],
      [2_000, [5_000, 7_000]],
    ])('of %d settles what it takes back, so that %j is left of them', async (recalculation, left) => {
      await bill('2026-11', recalculation, december)
      expect(await owed()).toEqual(left)
    })

    test('settles less by its penalty, and both are paid by one payment', async () => {
      const march = new Date('2027-03-01T09:00:00.000Z')
      await bill('2026-11', -2_000, march)
      const [older = 0, newer = 0] = await owed()
      expect(newer).toBeGreaterThan(3_000)
      expect(older).toBe(newer)
      await payAt({ id: randomUUID(), account, amount: newer, at: march.toISOString() })
      expect(await owed()).toEqual([0, 0])
    })
  })

  test("bills nobody of an operator's own register", async () => {
    await addToRegister(one.db, room)
    expect(await demoCompanyRules(one.db, '2026-12-01')).toBeUndefined()
    await issueInvoicesStep({
      database: one,
      chargeRules: demoCompanyRules,
      timeZone,
      clock: () => december,
      log: quiet,
    }).run(() => {})
    expect(await invoicesOf('2026-11')).toEqual([])
  })

  test('the step issues a month’s invoices when the next month begins in the time zone', async () => {
    await seed()
    let now = new Date(december.getTime() - 1)
    const step = issueInvoicesStep({
      database: one,
      chargeRules: demoCompanyRules,
      timeZone,
      clock: () => now,
      log: quiet,
    })
    await step.run(() => {})
    expect(await invoicesOf('2026-11')).toEqual([])
    now = december
    await step.run(() => {})
    expect(await invoicesOf('2026-11')).toHaveLength(accountsOfDemo)
    expect(quiet.info).toHaveBeenCalledWith({ period: '2026-11', issued: accountsOfDemo }, expect.any(String))
    // The known rate of the penalties ends a month later.
    expect(quiet.warn).toHaveBeenCalledWith(
      expect.objectContaining({ rule: 'the rate of penalties, at most 9.5 percent', endsOn: '2027-01-01' }),
      'a rule of law ends: update',
    )
  })

  test('the step tries again a minute after a failure', async () => {
    await seed()
    let now = december
    let broken = true
    const flaky: Database = {
      ...one,
      transaction: (...all) => (broken ? Promise.reject(new Error('no database')) : one.transaction(...all)),
    }
    const step = issueInvoicesStep({
      database: flaky,
      chargeRules: demoCompanyRules,
      timeZone,
      clock: () => now,
      log: quiet,
    })
    await expect(step.run(() => {})).rejects.toThrow('no database')
    broken = false
    await step.run(() => {})
    expect(await invoicesOf('2026-11')).toEqual([])
    now = new Date(december.getTime() + 60_000)
    await step.run(() => {})
    expect(await invoicesOf('2026-11')).toHaveLength(accountsOfDemo)
  })

  describe('by the command', () => {
    const byHand = (options: string[], now = december) =>
      readingOperatorOf({ config: readServerConfig({ TIME_ZONE: timeZone }), fresh, now: () => now })(
        'issue-invoices',
        ...options,
      )

    test('issues through the last month, or through the given month', async () => {
      await seed()
      expect(await byHand([])).toContain(`2026-11: ${accountsOfDemo}`)
      expect(await byHand(['--period', '2026-11'])).toContain('2026-11: 0')
      expect(await byHand(['--period', '2026-12'])).toContain(`2026-12: ${accountsOfDemo}`)
      for (const { due_at } of await invoicesOf('2026-12'))
        expect(due_at >= addDays('2026-12-01', 10)).toBe(true)
      expect(await disagreeing()).toEqual([])
    })

    test.each([
      [['--period', '2027-01'], 'has not begun'],
      [['--period', '2026-13'], 'a month such as'],
      [['--months', '2'], '--months'],
      [['now'], 'now'],
    ])('rejects %j', async (options, words) => {
      await expect(byHand(options)).rejects.toThrow(words)
    })

    test('says that there is nothing to issue without charge rules', async () => {
      expect(await byHand([])).toContain('Nothing to issue')
    })
  })
})
