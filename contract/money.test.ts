import { expect, test } from 'vitest'
import { toKopecks, totalOf } from './money'

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no number of kopecks', (value) => {
  expect(() => toKopecks(value)).toThrow()
})

test('amounts are added up to the kopeck', () => {
  expect(totalOf([])).toBe(0)
  expect(totalOf([260_091, -91, 0].map(toKopecks))).toBe(260_000)
  expect(() => totalOf([Number.MAX_SAFE_INTEGER, 1].map(toKopecks))).toThrow()
})
