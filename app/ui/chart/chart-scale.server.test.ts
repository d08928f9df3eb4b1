import { describe, expect, test } from 'vitest'
import { chartScale, labelsUnder } from './chart-scale.server'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the scale of a chart', () => {
  const base = 160

  test('has zero at the base and the largest value within the drawing', () => {
    const { y, levels } = chartScale([2300, 4800], { base, count: 4 })
    expect(y(0)).toBe(base)
    expect(y(4800)).toBeGreaterThanOrEqual(12)
    expect(y(4800)).toBeLessThan(y(2300))
    expect(levels.map(({ text }) => plain(text))).toEqual(['0', '1 000', '2 000', '3 000', '4 000', '5 000'])
    expect(levels.map((level) => level.y)).toEqual([0, 1000, 2000, 3000, 4000, 5000].map((value) => y(value)))
  })

  test('goes below zero for values below it', () => {
    const { y, levels } = chartScale([-150, 100], { base, count: 4 })
    expect(y(0)).toBeLessThan(base)
    expect(levels.map(({ text }) => text)).toContain('\u2212100')
  })

  test.each([
    [[0.4], ['0', '0,2', '0,4']],
    [[0.000_002], ['0', '0,000001', '0,000002']],
    [[4_000_000_000], ['0', '2 000 000 000', '4 000 000 000']],
  ])('writes the levels of %j as people read them', (values, written) => {
    expect(chartScale(values, { base, count: 2 }).levels.map(({ text }) => plain(text))).toEqual(written)
  })
})

describe('the labels under the columns', () => {
  test('are all there where they fit', () => {
    expect(labelsUnder(['1', '2'], 8)).toEqual([
      { x: 25, text: '1' },
      { x: 75, text: '2' },
    ])
  })

  test('are few enough where they do not, at equal distances', () => {
    const labels = labelsUnder(
      Array.from({ length: 24 }, (_, at) => `${at}`),
      8,
    )
    expect(labels.map(({ text }) => text)).toEqual(['1', '4', '7', '10', '13', '16', '19', '22'])
    expect(labels[0]?.x).toBe(6.3)
  })
})
