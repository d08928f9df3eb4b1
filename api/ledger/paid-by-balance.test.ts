import { describe, expect, test } from 'vitest'
import { type PaidInvoice, paidByBalance } from './paid-after-refund'

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
