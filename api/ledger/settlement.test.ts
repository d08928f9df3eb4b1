import { describe, expect, test } from 'vitest'
import { type PaidInvoice, paidAfterRefund, paidByBalance } from './settlement'

/** Three months of 1000 each with all older debt carried over; `paid` was paid in all. */
const threeMonths = (paid: number): PaidInvoice[] => [
  { period: '2026-07', billedAmount: 1000, added: 1000, paid: Math.min(1000, paid) },
  { period: '2026-08', billedAmount: 2000, added: 1000, paid: Math.min(2000, paid) },
  { period: '2026-09', billedAmount: 3000, added: 1000, paid },
]

describe('what counts as paid after a refund', () => {
  test.each([
    ['a part of the newest charges', 3000, 400, { '2026-09': 2600 }],
    ['all of the newest charges', 3000, 1000, { '2026-09': 2000 }],
    ['the newest charges and a part of the older ones', 3000, 1300, { '2026-08': 1700, '2026-09': 1700 }],
    ['everything', 3000, 3000, { '2026-07': 0, '2026-08': 0, '2026-09': 0 }],
    ['a part of what was paid too much', 3500, 500, { '2026-09': 3000 }],
    ['what was paid for the oldest debt only', 600, 200, { '2026-07': 400, '2026-08': 400, '2026-09': 400 }],
    ['more than was ever paid', 0, 100, { '2026-07': -100, '2026-08': -100, '2026-09': -100 }],
  ])('%s', (_, paid, amount, expected) => {
    expect(Object.fromEntries(paidAfterRefund(threeMonths(paid), amount))).toEqual(expected)
  })

  /** A bill of 1000; the next one took 500 of it back. Both were paid with the third one. */
  const credited = [
    { period: '2026-07', billedAmount: 1000, added: 1000, paid: 1000 },
    { period: '2026-08', billedAmount: 500, added: -500, paid: 500 },
    { period: '2026-09', billedAmount: 1500, added: 1000, paid: 1500 },
  ]
  test.each([
    ['the newest charges', 1000, { '2026-09': 500 }],
    ['everything', 1500, { '2026-07': 500, '2026-08': 0, '2026-09': 0 }],
  ])('what a later bill credited is not owed again: %s', (_, amount, expected) => {
    expect(Object.fromEntries(paidAfterRefund(credited, amount))).toEqual(expected)
  })

  test('what the newest bill credited is not owed again', () => {
    const invoices = [
      { period: '2026-08', billedAmount: 1000, added: 1000, paid: 1000 },
      { period: '2026-09', billedAmount: 700, added: -300, paid: 700 },
    ]
    expect(Object.fromEntries(paidAfterRefund(invoices, 700))).toEqual({ '2026-08': 300, '2026-09': 0 })
  })

  /** An invoice that was paid 500 too much, which the next one starts with. */
  const overpaid = [
    { period: '2026-08', billedAmount: 1000, added: 1000, paid: 1500 },
    { period: '2026-09', billedAmount: 500, added: 1000, paid: 0 },
  ]
  test.each([200, 500])('%d of an overpayment leave the older invoice as it is', (amount) => {
    expect(Object.fromEntries(paidAfterRefund(overpaid, amount))).toEqual({ '2026-09': -amount })
  })

  test.each([0, 700])('an older invoice never counts as paid more than before, such as %d', (paid) => {
    const recalculated = [
      { period: '2026-08', billedAmount: 1000, added: 1000, paid },
      { period: '2026-09', billedAmount: 1200, added: 1000, paid: 0 },
    ]
    expect(Object.fromEntries(paidAfterRefund(recalculated, 100))).toEqual({ '2026-09': -100 })
  })

  test('without invoices there is nothing to owe again', () => {
    expect(paidAfterRefund([], 700)).toEqual(new Map())
  })
})

const older: PaidInvoice = { period: '2026-08', billedAmount: 1000, added: 1000, paid: 0 }
const newer: PaidInvoice = { period: '2026-09', billedAmount: 1500, added: 500, paid: 0 }

describe('what counts as paid when the balance is known', () => {
  test.each([
    ['nothing was paid', 1500, {}],
    ['a part of the older debt', 900, { '2026-08': 600, '2026-09': 600 }],
    ['the older debt and a part of the newer one', 300, { '2026-08': 1000, '2026-09': 1200 }],
    ['everything', 0, { '2026-08': 1000, '2026-09': 1500 }],
    ['more than everything', -50, { '2026-08': 1000, '2026-09': 1550 }],
    ['more is owed than the newest invoice asks for', 1600, { '2026-08': -100, '2026-09': -100 }],
  ])('%s', (_, balance, expected) => {
    expect(Object.fromEntries(paidByBalance([older, newer], balance))).toEqual(expected)
  })

  test.each([
    ['nothing was paid', 700, { '2026-08': 300 }],
    ['a part of the rest', 500, { '2026-08': 500, '2026-09': 200 }],
    ['the rest', 0, { '2026-08': 1000, '2026-09': 700 }],
  ])('a newer invoice that credits 300 settles as much of the older one: %s', (_, balance, expected) => {
    const credit: PaidInvoice = { period: '2026-09', billedAmount: 700, added: -300, paid: 0 }
    expect(Object.fromEntries(paidByBalance([older, credit], balance))).toEqual(expected)
  })

  test('what is right already is not named', () => {
    expect(paidByBalance([older, { ...newer, paid: 1500 }], 0)).toEqual(new Map([['2026-08', 1000]]))
  })

  test('without invoices there is nothing to pay', () => {
    expect(paidByBalance([], 700)).toEqual(new Map())
  })
})
