import { addMonths } from 'format/dates'
import { describe, expect, test } from 'vitest'
import { type MonthOfCharges, viewOfCharges } from './charges-chart.server'

const twoYears = (sums: (at: number) => Omit<MonthOfCharges, 'period'>): MonthOfCharges[] =>
  Array.from({ length: 24 }, (_, at) => ({ period: addMonths('2024-10', at), ...sums(at) }))

const numbersOf = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
const startsOf = (path: string) =>
  [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

describe('charged against paid', () => {
  const view = viewOfCharges(
    twoYears((at) => ({ charged: 300_000 + at * 1000, paid: at === 5 ? 0 : 300_000 })),
  )

  test('has a column and a point for each month, within the picture', () => {
    for (const drawing of [view?.wide, view?.narrow]) {
      expect(drawing).toBeDefined()
      if (!drawing) continue
      expect(startsOf(drawing.charged)).toHaveLength(24)
      expect(startsOf(drawing.points)).toHaveLength(24)
      for (const { x, y } of [...startsOf(drawing.charged), ...startsOf(drawing.points)]) {
        expect(x).toBeGreaterThanOrEqual(drawing.left)
        expect(x).toBeLessThanOrEqual(drawing.right)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(drawing.height)
      }
      expect(numbersOf(drawing.paid)).toHaveLength(48)
    }
  })

  test('draws a month without a payment on the zero line, and a larger sum higher', () => {
    const drawing = view?.wide
    const zero = drawing?.sums.find(({ text }) => text === '0')?.y
    const points = startsOf(drawing?.points ?? '')
    expect(points[5]?.y).toBe(zero)
    expect(points[6]?.y).toBeLessThan(zero ?? 0)
  })

  test('names the span, and every sum in the table', () => {
    expect(view?.span.replaceAll('\u00a0', ' ')).toBe('октябрь 2024 — сентябрь 2026')
    expect(view?.rows).toHaveLength(24)
    expect(view?.rows[5]).toMatchObject({ period: '2025-03', charged: '3\u00a0050,00', paid: '0,00' })
  })

  test('goes below zero where charges were taken back', () => {
    const drawing = viewOfCharges(
      twoYears((at) => ({ charged: at === 3 ? -100_000 : 100_000, paid: 0 })),
    )?.wide
    expect(drawing?.sums.some(({ text }) => text.startsWith('\u2212'))).toBe(true)
    for (const number of numbersOf(drawing?.paid ?? '')) expect(number).toBeLessThan(drawing?.width ?? 0)
  })

  test('is not drawn where there is nothing to compare', () => {
    expect(viewOfCharges([])).toBeNull()
    expect(viewOfCharges([{ period: '2026-09', charged: 100, paid: 100 }])).toBeNull()
    expect(viewOfCharges(twoYears(() => ({ charged: 0, paid: 0 })))).toBeNull()
  })
})
