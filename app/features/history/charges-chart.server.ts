import { formatPeriod } from 'format/dates'
import { formatAmount } from 'format/money'
import { chartScale, labelsUnder } from '~/ui/chart/chart-scale.server'
import type { ChargesDrawing, ChargesView } from './charges-picture'

/** A month's amounts in kopecks. */
export interface MonthOfCharges {
  period: string
  charged: number
  paid: number
}

const KOPECKS = 100
const HEIGHT = 290
const BASE = 260
/** One month, in the drawing's units: the column and the gaps beside it. */
const MONTH = 20
const GAP = 3
/** The maximum number of month labels. */
const MAX_LABELS = 8

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

const drawingOf = (months: readonly MonthOfCharges[]): ChargesDrawing => {
  const sums = months.flatMap(({ charged, paid }) => [charged, paid])
  const { y, levels } = chartScale(
    sums.map((sum) => sum / KOPECKS),
    { base: BASE, count: 4 },
  )
  const zero = y(0)
  const columns = months.map(({ charged }) => `V${y(charged / KOPECKS)}h${MONTH - 2 * GAP}V${zero}`)
  const corners = months.map(({ paid }, at) => `${MONTH * (at + 0.5)} ${y(paid / KOPECKS)}`)
  return {
    frame: {
      width: months.length * MONTH,
      height: HEIGHT,
      levels,
      labels: labelsUnder(
        months.map(({ period }) => shortMonth(period)),
        MAX_LABELS,
      ),
    },
    charged: `M${GAP} ${zero}${columns.join(`h${2 * GAP}`)}`,
    paid: `M${corners.join('L')}`,
  }
}

/** '2026-09' → '09.2026': fits under a column. */
const shortMonth = (period: string) => `${period.slice(5)}.${period.slice(0, 4)}`
