import { describe, expect, test } from 'vitest'
import { pairwise, product } from './pairwise'

const settings = product({
  size: [100, 150, 200],
  scheme: ['white', 'black', 'blue', 'brown', 'green'],
  font: ['sans', 'serif'],
  spacing: [0, 1, 2],
  line: [1.5, 2, 2.5],
  images: ['on', 'grey', 'off'],
})

/** Every pair of values that occurs in a row. */
const together = (rows: Record<string, unknown>[]) =>
  new Set(
    rows.flatMap((row) => {
      const values = Object.entries(row).map(([name, value]) => `${name} ${value}`)
      return values.flatMap((one) => values.map((other) => `${one}, ${other}`))
    }),
  )

test('the product has every combination once', () => {
  expect(settings).toHaveLength(3 * 5 * 2 * 3 * 3 * 3)
  expect(new Set(settings.map((row) => JSON.stringify(row))).size).toBe(settings.length)
})

describe('the pairwise choice', () => {
  test('has every possible pair of values', () => {
    expect(together(pairwise(settings))).toEqual(together(settings))
  })

  test('is small, and the same each time', () => {
    // The minimum is sizes times schemes, which is fifteen.
    expect(pairwise(settings).length).toBeLessThan(20)
    expect(pairwise(settings)).toEqual(pairwise(settings))
  })

  test('takes only existing combinations', () => {
    const possible = settings.filter(({ scheme, images }) => scheme !== 'white' || images === 'on')
    const chosen = pairwise(possible)
    for (const row of chosen) expect(possible).toContainEqual(row)
    expect(together(chosen)).not.toContain('scheme white, images off')
    expect(together(chosen)).toEqual(together(possible))
  })

  test('of two dimensions is all combinations', () => {
    const all = product({ width: [320, 1280], scripts: ['on', 'off'] })
    expect(pairwise(all)).toEqual(all)
  })
})
