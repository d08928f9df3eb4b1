import { scaleLinear } from 'd3-scale'
import { formatPeriod } from 'format/dates'
import { formatAmount, groupDigits } from 'format/money'
import type { ChargesView, ChartDrawing } from './charges-chart'

/** A month's amounts in kopecks. */
export interface MonthOfCharges {
  period: string
  charged: number
  paid: number
}

const KOPECKS = 100
const HEIGHT = 290
const TOP = 12
const BASE = 260
/** One month, in the drawing's units: the column and the gaps beside it. */
const MONTH = 20
const GAP = 3
/** The maximum number of month labels. */
const NAMED = 8

/** Null when there is nothing to compare: fewer than two months, or only zero amounts. */
export const viewOfCharges = (months: readonly MonthOfCharges[]): ChargesView | null => {
  const [first] = months
  const last = months.at(-1)
  if (!first || !last || months.length < 2) return null
  if (months.every(({ charged, paid }) => charged === 0 && paid === 0)) return null
  return {
    span: `${formatPeriod(first.period)}\u00a0— ${formatPeriod(last.period)}`,
    drawing: drawingOf(months),
    rows: months.map(({ period, charged, paid }) => [
      formatPeriod(period),
      formatAmount(charged),
      formatAmount(paid),
    ]),
  }
}

const drawingOf = (months: readonly MonthOfCharges[]): ChartDrawing => {
  const width = months.length * MONTH
  const sums = months.flatMap(({ charged, paid }) => [charged, paid]).map((sum) => sum / KOPECKS)
  const scale = scaleLinear([Math.min(0, ...sums), Math.max(0, ...sums)], [BASE, TOP]).nice(4)
  const y = (rubles: number) => Math.round(scale(rubles))
  const zero = y(0)
  const columns = months.map(({ charged }) => `V${y(charged / KOPECKS)}h${MONTH - 2 * GAP}V${zero}`)
  const corners = months.map(({ paid }, at) => `${MONTH * (at + 0.5)} ${y(paid / KOPECKS)}`)
  const every = Math.ceil(months.length / NAMED)
  const ticks = scale.ticks(4)
  return {
    width,
    height: HEIGHT,
    sums: ticks.map((sum) => ({ y: y(sum), text: rubles(sum) })),
    months: months.flatMap(({ period }, at) =>
      at % every === Math.floor(every / 2)
        ? [{ x: percent((at + 0.5) / months.length), text: shortMonth(period) }]
        : [],
    ),
    levels: ticks.map((sum) => `M0 ${y(sum)}H${width}`).join(''),
    charged: `M${GAP} ${zero}${columns.join(`h${2 * GAP}`)}`,
    paid: `M${corners.join('L')}`,
  }
}

const percent = (share: number) => Math.round(share * 1000) / 10

const rubles = (sum: number) => `${sum < 0 ? '\u2212' : ''}${groupDigits(String(Math.abs(sum)))}`

/** '2026-09' → '09.2026': fits under a column. */
const shortMonth = (period: string) => `${period.slice(5)}.${period.slice(0, 4)}`
