import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { formatPeriod } from 'format/dates'
import { formatAmount, groupDigits } from 'format/money'
import type { ChargesView, ChartDrawing } from './charges-chart'

/** A month's sums in kopecks. */
export interface MonthOfCharges {
  period: string
  charged: number
  paid: number
}

const KOPECKS = 100
const TOP = 12
const BOTTOM = 30
const RIGHT = 8

/** Null where there is nothing to compare: fewer than two months, or no money in any. */
export const viewOfCharges = (months: readonly MonthOfCharges[]): ChargesView | null => {
  const [first] = months
  const last = months.at(-1)
  if (!first || !last || months.length < 2) return null
  if (months.every(({ charged, paid }) => charged === 0 && paid === 0)) return null
  return {
    span: `${formatPeriod(first.period)}\u00a0— ${formatPeriod(last.period)}`,
    wide: drawing(months, { width: 800, height: 300, left: 76, labels: 8 }),
    narrow: drawing(months, { width: 320, height: 260, left: 64, labels: 3 }),
    rows: months.map(({ period, charged, paid }) => ({
      period,
      month: formatPeriod(period),
      charged: formatAmount(charged),
      paid: formatAmount(paid),
    })),
  }
}

interface Place {
  width: number
  height: number
  left: number
  /** How many months are named at most. */
  labels: number
}

const drawing = (months: readonly MonthOfCharges[], { width, height, left, labels }: Place): ChartDrawing => {
  const right = width - RIGHT
  const base = height - BOTTOM
  const sums = months.flatMap(({ charged, paid }) => [charged, paid]).map((sum) => sum / KOPECKS)
  const y = scaleLinear([Math.min(0, ...sums), Math.max(0, ...sums)], [base, TOP]).nice(4)
  const x = scaleBand(
    months.map(({ period }) => period),
    [left, right],
  ).padding(0.3)
  const middle = ({ period }: MonthOfCharges) => round((x(period) ?? left) + x.bandwidth() / 2)
  const level = (kopecks: number) => round(y(kopecks / KOPECKS))
  const every = Math.ceil(months.length / labels)
  return {
    width,
    height,
    left,
    right,
    sums: y.ticks(4).map((sum) => ({ y: round(y(sum)), text: rubles(sum) })),
    months: months
      .filter((_, at) => at % every === Math.floor(every / 2))
      .map((month) => ({ x: middle(month), text: shortMonth(month.period) })),
    monthsY: height - 8,
    charged: months
      .map((month) => {
        const at = round(x(month.period) ?? left)
        return `M${at} ${level(0)}V${level(month.charged)}h${round(x.bandwidth())}V${level(0)}z`
      })
      .join(''),
    paid: line<MonthOfCharges>(middle, ({ paid }) => level(paid)).digits(1)(months) ?? '',
    points: months.map((month) => pointAt(middle(month), level(month.paid))).join(''),
  }
}

const POINT = 3

const pointAt = (x: number, y: number) =>
  `M${round(x - POINT)} ${y}a${POINT} ${POINT} 0 1 0 ${2 * POINT} 0a${POINT} ${POINT} 0 1 0 ${-2 * POINT} 0`

const round = (number: number) => Math.round(number * 10) / 10

const rubles = (sum: number) => `${sum < 0 ? '\u2212' : ''}${groupDigits(String(Math.abs(sum)))}`

/** '2026-09' → '09.2026': short enough to stand under a column. */
const shortMonth = (period: string) => `${period.slice(5)}.${period.slice(0, 4)}`
