import { addMonths } from 'format/dates'
import { describe, expect, test } from 'vitest'
import { type MonthOfCharges, viewOfCharges } from './charges-chart.server'

const twoYears = (sums: (at: number) => Omit<MonthOfCharges, 'period'>): MonthOfCharges[] =>
  Array.from({ length: 24 }, (_, at) => ({ period: addMonths('2024-10', at), ...sums(at) }))

const TALL = 290

/** The points of a path of `M` and `L` commands. */
const cornersOf = (path: string) =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

/** The top of each column. */
const columnsOf = (path: string) => [...path.matchAll(/V(-?\d+)h14/g)].map(([, y]) => Number(y))

describe('the chart of charges and payments', () => {
  const view = viewOfCharges(
    twoYears((at) => ({ charged: 300_000 + at * 1000, paid: at === 5 ? 0 : 300_000 })),
  )

  test('has a column and a point per month, inside the drawing', () => {
    const drawing = view?.drawing
    expect(drawing?.frame).toMatchObject({ width: 480, height: TALL })
    expect(columnsOf(drawing?.charged ?? '')).toHaveLength(24)
    const corners = cornersOf(drawing?.paid ?? '')
    expect(corners.map(({ x }) => x)).toEqual(Array.from({ length: 24 }, (_, at) => 10 + 20 * at))
    for (const y of [...columnsOf(drawing?.charged ?? ''), ...corners.map((corner) => corner.y)]) {
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(TALL)
    }
  })

  test('labels the months under their columns', () => {
    const [first] = view?.drawing.frame.labels ?? []
    expect(first).toEqual({ x: 6.3, text: '11.2024' })
    expect(view?.drawing.frame.labels).toHaveLength(8)
  })

  test('draws a month without a payment at zero, and a larger amount higher', () => {
    const drawing = view?.drawing
    const zero = drawing?.frame.levels.find(({ text }) => text === '0')?.y
    const corners = cornersOf(drawing?.paid ?? '')
    expect(corners[5]?.y).toBe(zero)
    expect(corners[6]?.y).toBeLessThan(zero ?? 0)
  })

  test('has its period in words and every amount in the table', () => {
    expect(view?.span.replaceAll('\u00a0', ' ')).toBe('октябрь 2024 — сентябрь 2026')
    expect(view?.rows).toHaveLength(24)
    expect(view?.rows[5]).toEqual(['март\u00a02025', '3\u00a0050,00', '0,00'])
  })

  test('goes below zero for negative charges', () => {
    const drawing = viewOfCharges(
      twoYears((at) => ({ charged: at === 3 ? -100_000 : 100_000, paid: 0 })),
    )?.drawing
    expect(drawing?.frame.levels.some(({ text }) => text.startsWith('\u2212'))).toBe(true)
    const zero = drawing?.frame.levels.find(({ text }) => text === '0')?.y ?? 0
    const columns = columnsOf(drawing?.charged ?? '')
    expect(columns[3]).toBeGreaterThan(zero)
    expect(columns[4]).toBeLessThan(zero)
  })

  test('is left out when there is nothing to compare', () => {
    expect(viewOfCharges([])).toBeNull()
    expect(viewOfCharges([{ period: '2026-09', charged: 100, paid: 100 }])).toBeNull()
    expect(viewOfCharges(twoYears(() => ({ charged: 0, paid: 0 })))).toBeNull()
  })
})
