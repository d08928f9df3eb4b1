import { demoData } from 'api/demo/demo-data'
import { addDays, today } from 'format/dates'
import { describe, expect, it } from 'vitest'
import { penaltyThrough } from '../../tests/api/support/penalty-through'
import { type IssuedBill, penaltySinceLastBill as penaltyAndDays } from './overdue-penalty'

const penaltySinceLastBill = (...given: Parameters<typeof penaltyAndDays>) => {
  const { total, days } = penaltyAndDays(...given)
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  return total
}

const bill = (issuedAt: string, dueAt: string, more: Partial<IssuedBill> = {}): IssuedBill => ({
  issuedAt,
  dueAt,
  openingBalance: 0,
  charged: 500_000,
  penalty: 0,
  ...more,
})
const paid = (amounts: Record<string, number>) => new Map(Object.entries(amounts))
const april = bill('2026-04-01', '2026-04-15')
const may = bill('2026-05-01', '2026-05-15', { openingBalance: 500_000 })
const june = bill('2026-06-01', '2026-06-15', { openingBalance: 1_000_000 })
const allThree = 1_500_000

describe('the penalty since the last bill', () => {
  it('is none without bills, and none while a bill is less than a month overdue', () => {
    expect(penaltySinceLastBill([], { day: '2026-07-01', balance: 0, paidByDay: paid({}) })).toBe(0)
    const until = { day: '2026-06-01', balance: 1_000_000, paidByDay: paid({}) }
    expect(penaltySinceLastBill([april, may], until)).toBe(
      penaltyThrough(500_000, '2026-04-15', '2026-05-31'),
    )
    expect(penaltySinceLastBill([may], until)).toBe(0)
  })

  it('counts each bill from its own due date, and the days since the last bill alone', () => {
    const through = (dueAt: string, day: string) => penaltyThrough(500_000, dueAt, day)
    const penalty = penaltySinceLastBill([april, may, june], {
      day: '2026-07-01',
      balance: allThree,
      paidByDay: paid({}),
    })
    const expected =
      through('2026-04-15', '2026-06-30') -
      through('2026-04-15', '2026-05-31') +
      through('2026-05-15', '2026-06-30')
    expect(Math.abs(penalty - expected)).toBeLessThanOrEqual(1)
  })

  it('is less by every payment from its day on, the oldest bill being paid first', () => {
    const day = '2026-07-01'
    const both = { day, balance: allThree - 500_000, paidByDay: paid({ '2026-06-10': 500_000 }) }
    const early = { day, balance: allThree - 500_000, paidByDay: paid({ '2026-06-02': 500_000 }) }
    const bills = [april, may, june]
    const mayAlone = penaltySinceLastBill([may, { ...june, openingBalance: 500_000 }], {
      day,
      balance: 1_000_000,
      paidByDay: paid({}),
    })
    expect(penaltySinceLastBill(bills, early)).toBeLessThan(penaltySinceLastBill(bills, both))
    expect(penaltySinceLastBill(bills, early)).toBeGreaterThan(mayAlone)
  })

  it('takes a payment that was made before the last bill and told of after it for made in time', () => {
    const before = { day: '2026-07-01', balance: 0, paidByDay: paid({}) }
    expect(penaltySinceLastBill([april, may, june], before)).toBe(0)
  })

  it.each([
    [30_000, 31, 10],
    [29_900, 31, 9],
    [33_000, 31, 10],
    [10_000, 33, 10],
  ])(
    'of %d kopecks through day %d of their delay is rounded to the nearest kopeck',
    (charged, day, kopecks) => {
      const one = bill('2026-04-01', '2026-04-15', { charged })
      const until = { day: addDays('2026-04-15', day + 1), balance: charged, paidByDay: paid({}) }
      expect(penaltySinceLastBill([one], until)).toBe(kopecks)
    },
  )

  it('is counted again, from its day on, for what was given back', () => {
    const day = '2026-07-01'
    const bills = [april, may, june]
    const given = (onDay: string) => paid({ '2026-06-02': 500_000, [onDay]: -500_000 })
    const untouched = penaltySinceLastBill(bills, { day, balance: allThree, paidByDay: paid({}) })
    const paidOnly = penaltySinceLastBill(bills, {
      day,
      balance: allThree - 500_000,
      paidByDay: paid({ '2026-06-02': 500_000 }),
    })
    const soon = penaltySinceLastBill(bills, { day, balance: allThree, paidByDay: given('2026-06-03') })
    const late = penaltySinceLastBill(bills, { day, balance: allThree, paidByDay: given('2026-06-25') })
    expect(soon).toBeLessThan(untouched)
    expect(late).toBeLessThan(soon)
    expect(late).toBeGreaterThan(paidOnly)
  })

  it('is counted for the newest debts first when more is given back than one of them comes to', () => {
    const { days } = penaltyAndDays([april, may, june], {
      day: '2026-07-01',
      balance: allThree - 300_000,
      paidByDay: paid({ '2026-06-02': 1_000_000, '2026-06-10': -700_000 }),
    })
    expect(days).toMatchObject([
      { from: '2026-06-01', to: '2026-06-02', base: 500_000, days: 2 },
      { from: '2026-06-11', to: '2026-06-30', base: 200_000, days: 20 },
      { from: '2026-06-15', to: '2026-06-30', base: 500_000, days: 16 },
    ])
  })

  it('is none for a bill that was paid with its own penalty', () => {
    const settled = bill('2026-04-01', '2026-04-15', { penalty: 10_000 })
    const next = bill('2026-05-01', '2026-05-15')
    const until = { day: '2026-06-10', balance: 500_000, paidByDay: paid({}) }
    expect(penaltySinceLastBill([settled, next], until)).toBe(0)
  })

  it('is counted for a bill that was paid and given back before the newest one', () => {
    const later = { ...june, openingBalance: 1_000_000 }
    const settled = { ...may, openingBalance: 0 }
    const until = { day: '2026-07-01', balance: 1_500_000, paidByDay: paid({}) }
    expect(penaltySinceLastBill([april, settled, later], until)).toBe(
      penaltySinceLastBill([april, may, june], until),
    )
  })

  it('bears no penalty, and no bill does that was paid ahead', () => {
    const inJuly = (bills: IssuedBill[], balance: number) =>
      penaltySinceLastBill(bills, { day: '2026-07-01', balance, paidByDay: paid({}) })
    expect(inJuly([bill('2026-04-01', '2026-04-15', { charged: 0, penalty: 9_000 })], 9_000)).toBe(0)
    expect(inJuly([bill('2026-04-01', '2026-04-15', { openingBalance: -500_000 })], 0)).toBe(0)
    expect(inJuly([bill('2026-04-01', '2026-04-15', { charged: -100 })], -100)).toBe(0)
  })

  it('is none for what a later bill gives back, and counted for the rest', () => {
    const day = '2026-07-01'
    const back = (charged: number) => bill('2026-05-01', '2026-05-15', { openingBalance: 500_000, charged })
    const since = (credit: IssuedBill, balance: number) =>
      penaltyAndDays([april, credit], { day, balance, paidByDay: paid({}) })
    expect(since(back(-500_000), 0)).toEqual({ total: 0, days: [] })
    expect(since(back(-600_000), -100_000)).toEqual({ total: 0, days: [] })
    const { days } = since(back(-300_000), 200_000)
    expect(new Set(days.map(({ base }) => base))).toEqual(new Set([200_000]))
  })

  it('is what the demo company has in its bills', () => {
    const data = demoData('2026-11-10')
    const moscowDay = (moment: string) => today('Europe/Moscow', new Date(moment))
    let penalties = 0
    for (const { account } of data.accounts) {
      const bills = data.invoices.filter((invoice) => invoice.account === account)
      bills.forEach((next, index) => {
        const last = bills[index - 1]
        if (!last) return
        const paidByDay = new Map<string, number>()
        for (const { kind, happened_at, amount } of data.ledger.filter(
          (entry) => entry.account === account,
        )) {
          const day = moscowDay(happened_at)
          if (kind !== 'payment' || day < last.issuedAt || day >= next.issuedAt) continue
          paidByDay.set(day, (paidByDay.get(day) ?? 0) - amount)
        }
        const since = { day: next.issuedAt, balance: next.openingBalance, paidByDay }
        expect(penaltySinceLastBill(bills.slice(0, index), since)).toBe(next.penalty)
        penalties += next.penalty
      })
    }
    expect(penalties).toBeGreaterThan(0)
  })
})
