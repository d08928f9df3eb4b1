import { addDays } from 'format/dates'
import { describe, expect, it } from 'vitest'
import { penaltyThrough } from './penalty'

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
})
