import { describe, expect, it } from 'vitest'
import { waterfallOf } from './waterfall.server'

const START = 200_000

const drawn = (...amounts: number[]) => {
  const is = amounts.reduce((sum, amount) => sum + amount, START)
  const steps = amounts.map((amount) => ({ amount }))
  return waterfallOf({ period: '2026-10', against: '2026-09', steps, charged: { is, was: START } })
}

/** Top and bottom of each column of a path. */
const columnsOf = (path = '') =>
  [...path.matchAll(/M(\d+) (-?\d+)h14V(-?\d+)h-14z/g)].map(([, x, top, bottom]) => ({
    x: Number(x),
    top: Number(top),
    bottom: Number(bottom),
  }))

describe('the picture of a difference', () => {
  it('has a column for each invoice and for each reason, up or down', () => {
    const drawing = drawn(50_000, -20_000)?.drawing
    expect(columnsOf(drawing?.totals).map(({ x }) => x)).toEqual([3, 63])
    expect(columnsOf(drawing?.dearer).map(({ x }) => x)).toEqual([23])
    expect(columnsOf(drawing?.cheaper).map(({ x }) => x)).toEqual([43])
    expect(drawing?.frame.labels.map(({ text }) => text)).toEqual(['1', '2'])
  })

  it('begins each column where the one before it ends', () => {
    const drawing = drawn(50_000, -20_000)?.drawing
    const [start, end] = columnsOf(drawing?.totals)
    const [up] = columnsOf(drawing?.dearer)
    const [down] = columnsOf(drawing?.cheaper)
    expect(up?.bottom).toBe(start?.top)
    expect(down?.top).toBe(up?.top)
    expect(end?.top).toBe(down?.bottom)
  })

  it('is inside the drawing, also when a sum is below zero', () => {
    const drawing = drawn(-250_000, 10)?.drawing
    expect(drawing?.frame.levels.some(({ text }) => text.startsWith('\u2212'))).toBe(true)
    for (const path of [drawing?.totals, drawing?.dearer, drawing?.cheaper])
      for (const { top, bottom } of columnsOf(path)) {
        expect(top).toBeGreaterThanOrEqual(0)
        expect(bottom).toBeGreaterThan(top)
        expect(bottom).toBeLessThanOrEqual(drawing?.frame.height ?? 0)
      }
  })

  it('puts the smallest of many reasons together', () => {
    const drawing = drawn(9_000, 8_000, 7_000, -6_000, 5_000, 4_000, 3_000, 2_000, 2, 1, 0)?.drawing
    const labels = ['1', '2', '3', '4', '5', '6', '7', '8', '9–10']
    expect(drawing?.frame.labels.map(({ text }) => text)).toEqual(labels)
    expect(drawing?.rest).toBe('9–10')
    expect(columnsOf(`${drawing?.dearer}${drawing?.cheaper}`)).toHaveLength(9)
  })

  it('has no column for a row that changes nothing', () => {
    expect(drawn(100, -50, 0)?.drawing.frame.labels.map(({ text }) => text)).toEqual(['1', '2'])
  })

  it('says both sums in words', () => {
    expect(drawn(41_230)?.name.replaceAll('\u00a0', ' ')).toBe(
      'Как изменились начисления: от 2 000,00 ₽ за сентябрь 2026 до 2 412,30 ₽ за октябрь 2026',
    )
  })

  it('is left out when nothing has changed', () => {
    expect(drawn()).toBeNull()
    expect(drawn(0, 0)).toBeNull()
  })
})
