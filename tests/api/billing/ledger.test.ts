import { randomUUID } from 'node:crypto'
import type { Database } from 'api/db/database'
import {
  appendAllToLedger,
  appendToLedger,
  balanceOf,
  findDebtFromRefunds,
  lockLedgerOf,
  lockLedgersOf,
} from 'api/ledger/ledger.repository'
import {
  countPayment,
  countPayments,
  recountDaysOnNewTimeZone,
  recountPayment,
} from 'api/ledger/payment-sums.repository'
import { applyPayment, applyRefund } from 'api/ledger/postings'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { addInvoice, addToRegister } from '../support/billing-register'
import { openMigratedDatabase } from '../support/migrated-database'

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
    return { account, amount: toKopecks(amount), paymentId: id, at: createdAt }
  }

  const refundOf = async ({ paymentId }: { paymentId: string }, amount: number) => {
    const id = randomUUID()
    await one.db
      .insertInto('refunds')
      .values({
        id,
        gateway: 'sandbox',
        gateway_refund_id: id,
        payment_id: paymentId,
        account,
        amount,
        refunded_at: at,
        recorded_at: at,
      })
      .execute()
    return id
  }

  const invoice = (period: string, amounts: { opening?: number; charged: number; paid?: number }) =>
    addInvoice(one.db, account, period, {
      opening_balance: amounts.opening ?? 0,
      charged: amounts.charged,
      paid: amounts.paid ?? 0,
    })

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

  test('has a balance of 0 for an account without entries, and no debt from refunds', async () => {
    expect(await balanceOf(one.db, account)).toBe(0)
    expect(await findDebtFromRefunds(one.db, account)).toBe(0)
  })

  test('has a balance that follows every entry, also one inserted by SQL', async () => {
    await one.transaction(async (trx) => {
      await appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(500_000), at })
      await appendToLedger(trx, { account, kind: 'recalculation', amount: toKopecks(-20_001), at })
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
      await appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(1), at })
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await balanceOf(one.db, account)).toBe(0)
  })

  test('accepts only payments and refunds above zero', async () => {
    for (const amount of [0, -1].map(toKopecks)) {
      await expect(applyPayment(one.db, { account, amount, paymentId: 'none', at })).rejects.toThrow(
        'above zero',
      )
      await expect(applyRefund(one.db, { account, amount, refundId: 'none', at })).rejects.toThrow(
        'above zero',
      )
    }
    expect(await balanceOf(one.db, account)).toBe(0)
  })

  test('counts each of many entries that are appended at once', async () => {
    const payment = await pay(7)
    await one.transaction(async (trx) => {
      await lockLedgersOf(trx, [])
      await lockLedgerOf(trx, account)
      await appendAllToLedger(trx, [])
      await appendAllToLedger(trx, [
        ...Array.from({ length: 500 }, () => ({
          account,
          kind: 'charge' as const,
          amount: toKopecks(3),
          at,
        })),
        { account, kind: 'payment', amount: toKopecks(-7), at, paymentId: payment.paymentId },
      ])
    })
    expect(await balanceOf(one.db, account)).toBe(1_493)
    // The payment has its entry, so that it can't be counted again.
    expect(await one.transaction((trx) => applyPayment(trx, payment))).toBe(false)
    expect(await balanceOf(one.db, account)).toBe(1_493)
  })

  test('counts a refund once, and asks again for what it gives back', async () => {
    await invoice('2026-01', { charged: 100_000 })
    await invoice('2026-02', { opening: 100_000, charged: 50_000 })
    const payment = await pay(150_000)
    await applyPayment(one.db, payment)
    const refundId = await refundOf(payment, 60_000)
    const refund = { account, amount: toKopecks(60_000), refundId, at }
    expect(await one.transaction((trx) => applyRefund(trx, refund))).toBe(true)
    expect(await one.transaction((trx) => applyRefund(trx, refund))).toBe(false)
    expect(await balanceOf(one.db, account)).toBe(-90_000)
    expect(await paidByPeriod()).toEqual([
      ['2026-01', 90_000],
      ['2026-02', 90_000],
    ])
  })

  test('settles the invoices of several accounts by the balance of each', async () => {
    const debtor = account
    await invoice('2025-12', { charged: 20_000, paid: 20_000 })
    await invoice('2026-01', { charged: 100_000 })
    await invoice('2026-02', { opening: 100_000, charged: 50_000 })
    await appendToLedger(one.db, { account, kind: 'charge', amount: toKopecks(70_000), at })
    account = await addToRegister(one.db)
    await invoice('2026-02', { charged: 30_000 })
    await settleByBalance(one.db, [])
    await settleByBalance(one.db, [debtor, account])
    expect(await paidByPeriod()).toEqual([['2026-02', 30_000]])
    account = debtor
    expect(await paidByPeriod()).toEqual([
      ['2025-12', 20_000],
      ['2026-01', 80_000],
      ['2026-02', 80_000],
    ])
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

  test('credits no payment that an imported opening balance includes', async () => {
    const included = await pay(20_000)
    const other = await pay(5_000)
    const opening = {
      account,
      kind: 'opening',
      amount: toKopecks(100_000),
      at: '2026-03-03T00:00:00.000Z',
      includedPayments: [included.paymentId],
    } as const
    await one.transaction((trx) => appendToLedger(trx, opening))
    expect(await one.transaction((trx) => applyPayment(trx, included))).toBe(false)
    expect(await balanceOf(one.db, account)).toBe(100_000)
    expect(await one.transaction((trx) => applyPayment(trx, other))).toBe(true)
    expect(await balanceOf(one.db, account)).toBe(95_000)
  })

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

  test('adds the sums of many payments to those of their days', async () => {
    const day = { account, day: '2026-03-02', status: 'succeeded', count: 2, amount: 700 } as const
    await countPayments(one.db, [day, { ...day, status: 'canceled' }])
    await countPayments(one.db, [{ ...day, count: 1, amount: 50 }])
    expect(await sums()).toEqual([
      { day: '2026-03-02', status: 'canceled', count: 2, amount: 700 },
      { day: '2026-03-02', status: 'succeeded', count: 3, amount: 750 },
    ])
  })

  test('adds more sums than one statement takes, each once', async () => {
    const first = Date.UTC(2000, 0, 1)
    const days = Array.from({ length: 5_001 }, (_, at) => ({
      account,
      day: new Date(first + at * 86_400_000).toISOString().slice(0, 10),
      status: 'succeeded' as const,
      count: 1,
      amount: 100,
    }))
    await countPayments(one.db, days)
    const stored = await sums()
    expect(stored).toHaveLength(5_001)
    expect(stored.filter(({ count, amount }) => count !== 1 || amount !== 100)).toEqual([])
  })

  test('recounts payments by day when the time zone is changed, and only then', async () => {
    const payment = await pay(5_000, { createdAt: '2026-03-01T20:30:00.000Z' })
    const counted = { account, amount: 5_000, status: 'pending', createdAt: payment.at } as const
    await recountDaysOnNewTimeZone(timeZone, one)
    await countPayment(one.db, counted, timeZone)
    await recountDaysOnNewTimeZone('Asia/Yekaterinburg', one)
    expect(await sums()).toEqual([{ day: '2026-03-02', status: 'pending', count: 1, amount: 5_000 }])
    await recountPayment(one.db, { before: counted, after: { ...counted, amount: 1 } }, 'Asia/Yekaterinburg')
    await recountDaysOnNewTimeZone('Asia/Yekaterinburg', other)
    expect(await sums()).toEqual([{ day: '2026-03-02', status: 'pending', count: 1, amount: 1 }])
    await recountDaysOnNewTimeZone(timeZone, one)
    expect(await sums()).toEqual([{ day: '2026-03-01', status: 'pending', count: 1, amount: 5_000 }])
  })
})
