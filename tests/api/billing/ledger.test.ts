import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { applyPayment } from 'api/ledger/apply-payment'
import { keepDaysIn } from 'api/ledger/days-of-payments'
import { appendToLedger, balanceOf } from 'api/ledger/ledger.repository'
import { countPayment, recountPayment } from 'api/ledger/payment-sums.repository'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { addToRegister } from '../support/billing-register'
import { openMigratedDatabase } from '../support/migrated-database'
import { addToOldRegister, migrateUntil } from '../support/old-database'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const at = '2026-03-02T09:00:00.000Z'
const timeZone = 'Europe/Moscow'

describeOnEachDatabase('the ledger', (kind) => {
  let one: Database
  let other: Database
  let close: () => Promise<void>
  let account: string

  beforeAll(async () => {
    ;({ database: one, other, close } = await openMigratedDatabase(kind))
  })
  afterAll(() => close())
  beforeEach(async () => {
    account = await addToRegister(one.db)
  })

  const pay = async (amount: number, { createdAt = at } = {}) => {
    const id = randomUUID()
    await one.db
      .insertInto('payments')
      .values({ id, account, amount, status: 'pending', created_at: createdAt, source: 'guest' })
      .execute()
    return { account, amount, paymentId: id, at: createdAt }
  }

  const invoice = (period: string, amounts: { opening?: number; charged: number; paid?: number }) =>
    one.db
      .insertInto('invoices')
      .values({
        id: randomUUID(),
        account,
        period,
        issued_at: `${period}-28`,
        due_at: `${period}-28`,
        opening_balance: amounts.opening ?? 0,
        lines: '[]',
        charged: amounts.charged,
        penalty: 0,
        paid: amounts.paid ?? 0,
      })
      .execute()

  const paidByPeriod = async () => {
    const rows = await one.db
      .selectFrom('invoices')
      .select(['period', 'paid'])
      .where('account', '=', account)
      .orderBy('period')
      .execute()
    return rows.map(({ period, paid }) => [period, paid])
  }

  const sums = () =>
    one.db
      .selectFrom('payment_daily_sums')
      .select(['day', 'status', 'count', 'amount'])
      .where('account', '=', account)
      .orderBy('status')
      .execute()

  test('has a balance of 0 for an account without entries', async () => {
    expect(await balanceOf(one.db, account)).toBe(0)
  })

  test('has a balance that follows every entry, also one inserted by SQL', async () => {
    await one.transaction(async (trx) => {
      await appendToLedger(trx, { account, kind: 'charge', amount: 500_000, at })
      await appendToLedger(trx, { account, kind: 'recalculation', amount: -20_001, at })
    })
    await one.db
      .insertInto('ledger_entries')
      .values(
        [7_000_000_000, 1].map((amount) => ({
          id: randomUUID(),
          account,
          kind: 'penalty' as const,
          amount,
          happened_at: at,
        })),
      )
      .execute()
    expect(await balanceOf(one.db, account)).toBe(7_000_480_000)
  })

  test('stores nothing of a failed transaction', async () => {
    const failing = one.transaction(async (trx) => {
      await appendToLedger(trx, { account, kind: 'charge', amount: 1, at })
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await balanceOf(one.db, account)).toBe(0)
  })

  test('accepts only whole kopecks', async () => {
    await expect(appendToLedger(one.db, { account, kind: 'charge', amount: 0.5, at })).rejects.toThrow(
      'whole number of kopecks',
    )
    await expect(applyPayment(one.db, { account, amount: 0, paymentId: 'none', at })).rejects.toThrow(
      'above zero',
    )
  })

  test.each(['serializable', 'read committed'] as const)(
    'counts a payment once, also when it is applied many times concurrently (%s)',
    async (isolation) => {
      await invoice('2026-01', { charged: 100_000 })
      const payment = await pay(40_000)
      const applied = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? one : other).transaction((trx) => applyPayment(trx, payment), isolation),
        ),
      )
      expect(applied.filter(Boolean)).toHaveLength(1)
      expect(await balanceOf(one.db, account)).toBe(-40_000)
      expect(await paidByPeriod()).toEqual([['2026-01', 40_000]])
    },
  )

  test('loses none of many concurrent payments', async () => {
    await invoice('2026-01', { charged: 100_000 })
    const payments = await Promise.all(Array.from({ length: 40 }, () => pay(1_001)))
    await Promise.all(
      payments.map((payment, index) =>
        (index % 2 ? one : other).transaction((trx) => applyPayment(trx, payment), 'read committed'),
      ),
    )
    expect(await balanceOf(one.db, account)).toBe(-40_040)
    expect(await paidByPeriod()).toEqual([['2026-01', 40_040]])
  })

  test('settles the newest invoice by the whole payment, and older ones whose debt it includes', async () => {
    await invoice('2026-01', { charged: 100_000, paid: 100_000 })
    await invoice('2026-02', { charged: 100_000, paid: 30_000 })
    await invoice('2026-03', { opening: 70_000, charged: 100_000 })
    await applyPayment(one.db, await pay(90_000))
    expect(await paidByPeriod()).toEqual([
      ['2026-01', 100_000],
      ['2026-02', 100_000],
      ['2026-03', 90_000],
    ])
    await applyPayment(one.db, await pay(200_000))
    expect((await paidByPeriod()).at(-1)).toEqual(['2026-03', 290_000])
  })

  test('sums payments by their day in the time zone and their status', async () => {
    const payment = {
      account,
      amount: 5_000,
      status: 'pending',
      createdAt: '2026-03-01T21:30:00.000Z',
    } as const
    const before = { ...payment, createdAt: '2026-03-01T20:30:00.000Z' }
    await countPayment(one.db, payment, timeZone)
    await countPayment(one.db, { ...payment, amount: 700 }, timeZone)
    await recountPayment(one.db, { before: payment, after: { ...payment, status: 'succeeded' } }, timeZone)
    await recountPayment(one.db, { before: payment, after: payment }, timeZone)
    expect(await sums()).toEqual([
      { day: '2026-03-02', status: 'pending', count: 1, amount: 700 },
      { day: '2026-03-02', status: 'succeeded', count: 1, amount: 5_000 },
    ])
    await countPayment(one.db, { ...before, status: 'canceled' }, timeZone)
    expect((await sums())[0]).toEqual({ day: '2026-03-01', status: 'canceled', count: 1, amount: 5_000 })
  })

  test('recounts payments by day when the time zone is changed, and only then', async () => {
    const payment = await pay(5_000, { createdAt: '2026-03-01T20:30:00.000Z' })
    const counted = { account, amount: 5_000, status: 'pending', createdAt: payment.at } as const
    await keepDaysIn(timeZone, one)
    await countPayment(one.db, counted, timeZone)
    await keepDaysIn('Asia/Yekaterinburg', one)
    expect(await sums()).toEqual([{ day: '2026-03-02', status: 'pending', count: 1, amount: 5_000 }])
    await recountPayment(one.db, { before: counted, after: { ...counted, amount: 1 } }, 'Asia/Yekaterinburg')
    await keepDaysIn('Asia/Yekaterinburg', other)
    expect(await sums()).toEqual([{ day: '2026-03-02', status: 'pending', count: 1, amount: 1 }])
    await keepDaysIn(timeZone, one)
    expect(await sums()).toEqual([{ day: '2026-03-01', status: 'pending', count: 1, amount: 5_000 }])
  })

  test('has balances also for entries from before balances were stored', async () => {
    const older = await freshDatabase(kind)
    const database = await openDatabase(older)
    await migrateUntil(database, '0003-balances')
    const [before, empty] = ['4010031186', '4010028513']
    await addToOldRegister(database.db, before, empty)
    for (const amount of [30_000, -12_345]) {
      await appendToLedger(database.db, { account: before, kind: 'recalculation', amount, at })
    }
    await migrate(database)
    await appendToLedger(database.db, { account: before, kind: 'charge', amount: 5, at })
    expect(await balanceOf(database.db, before)).toBe(17_660)
    expect(await balanceOf(database.db, empty)).toBe(0)
    await database.close()
    await older.drop()
  })
})
