import fc from 'fast-check'
import { addDays } from 'format/dates'
import { describe, expect, it } from 'vitest'
import { penaltyThrough } from '../../tests/api/support/penalty-through'
import { penaltyRateOn } from './penalty-rates'

describe('the penalty for 5 000 ₽ that were due on 15 April 2026', () => {
  it.each([
    [0, 0],
    [30, 0],
    [31, 158],
    [90, 9500],
    [91, 9865],
  ])('on day %d is %d kopecks', (day, kopecks) => {
    expect(penaltyThrough(500_000, '2026-04-15', addDays('2026-04-15', day))).toBe(kopecks)
  })

  it('is never one that the company owes', () => {
    expect(penaltyThrough(-500_000, '2026-04-15', '2026-12-31')).toBe(0)
  })
})

describe('the kopecks of a penalty', () => {
  it.each([
    [30_000, 31, 10],
    [10_000, 33, 10],
    [13_000, 91, 257],
    [29_900, 31, 9],
    [33_000, 31, 10],
    [1_000, 60, 10],
    [2_000, 75, 29],
  ])('of %d due, on day %d, are rounded to the nearest: %d', (debt, day, kopecks) => {
    expect(penaltyThrough(debt, '2026-04-15', addDays('2026-04-15', day))).toBe(kopecks)
  })

  it('are those of whole numbers, half a kopeck rounded up', () => {
    const days = { max: 400 }
    // Round amounts give halves of a kopeck.
    const debts = fc.oneof(
      fc.integer({ min: 1, max: 10 ** 8 }),
      fc.integer({ min: 1, max: 3_000 }).map((tens) => tens * 1_000),
    )
    fc.assert(
      fc.property(debts, fc.nat(days), (debt, day) => {
        const low = Math.min(60, Math.max(0, day - 30))
        const high = Math.max(0, day - 90)
        // 1/300 and 1/130 of 9.5 % over their common denominator.
        const numerator = BigInt(debt) * 95n * BigInt(13 * low + 30 * high)
        const denominator = 3_900_000n
        const exact = (2n * numerator + denominator) / (2n * denominator)
        expect(penaltyThrough(debt, '2025-04-15', addDays('2025-04-15', day))).toBe(Number(exact))
      }),
    )
  })
})

describe('the rate of a penalty', () => {
  it.each([
    // Before the oldest rate that is known.
    ['2022-02-27', 0],
    ['2022-03-01', 950],
    ['2022-06-14', 950],
    ['2022-07-25', 800],
    ['2022-09-19', 750],
    ['2023-07-24', 850],
    ['2023-08-15', 950],
    ['2026-12-31', 950],
  ])('on %s is the lower of 9,5 %% and the key rate: %d', (day, hundredths) => {
    expect(penaltyRateOn(day)).toBe(hundredths)
  })

  it('is never above 9,5 %, also after the last decree that is known', () => {
    const rates = [
      { since: '2026-02-16', hundredths: 1550 },
      { since: '2027-02-15', hundredths: 800 },
      { since: '2027-03-22', hundredths: 1000 },
    ]
    const rateOn = (day: string) => penaltyRateOn(day, rates)
    expect(['2026-12-31', '2027-01-01', '2027-02-15', '2027-03-22'].map(rateOn)).toEqual([950, 950, 800, 950])
    expect(penaltyRateOn('2030-01-01')).toBe(950)
  })
})
