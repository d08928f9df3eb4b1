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

/** Every two values that some row has together. */
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
  test('has every two values together that are together anywhere', () => {
    expect(together(pairwise(settings))).toEqual(together(settings))
  })

  test('is small, and the same each time', () => {
    // No choice can have fewer than sizes times schemes, which are fifteen.
    expect(pairwise(settings).length).toBeLessThan(20)
    expect(pairwise(settings)).toEqual(pairwise(settings))
  })

  test('takes combinations that there are, and no others', () => {
    const possible = settings.filter(({ scheme, images }) => scheme !== 'white' || images === 'on')
    const chosen = pairwise(possible)
    for (const row of chosen) expect(possible).toContainEqual(row)
    expect(together(chosen)).not.toContain('scheme white, images off')
    expect(together(chosen)).toEqual(together(possible))
  })

  test('of two dimensions is all of them', () => {
    const all = product({ width: [320, 1280], scripts: ['on', 'off'] })
    expect(pairwise(all)).toEqual(all)
  })
})
