import { formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import type { ChartFrame } from '~/ui/chart/chart'
import { chartScale, labelUnder } from '~/ui/chart/chart-scale.server'

/** The way from one sum to the other: a drawing with its name in words. */
export interface WaterfallView {
  name: string
  /** The months of the first and the last column. */
  from: string
  to: string
  drawing: WaterfallDrawing
}

interface WaterfallDrawing {
  /** Its labels are the numbers of the table's rows. */
  frame: ChartFrame
  /** Columns, one path each: of the two invoices, of the increases, of the decreases. */
  totals: string
  dearer: string
  cheaper: string
  /** From the end of a column to the beginning of the next one. */
  joints: string
  /** The numbers of the smallest reasons, which are one column: '9–15'; null: each has its own. */
  rest: string | null
}

const KOPECKS = 100
const HEIGHT = 260
const BASE = 226
/** One column with the gaps beside it, in the drawing's units. */
const COLUMN = 20
const GAP = 3
/** The most reasons with a column of their own: more would be too narrow on a telephone. */
const MAX_REASONS = 8
/** The smallest height of a column, so that it stays visible. */
const MIN_HEIGHT = 2

interface Comparison {
  period: string
  against: string
  /** The largest amount first. */
  steps: readonly { amount: number }[]
  charged: { is: number; was: number }
}

/** Null when nothing has changed. */
export const waterfallOf = ({ period, against, steps, charged }: Comparison): WaterfallView | null => {
  const reasons = reasonsOf(steps)
  if (reasons.length === 0) return null
  return {
    name:
      `Как изменились начисления: от ${formatRubles(charged.was)} за\u00a0${formatPeriod(against)} ` +
      `до ${formatRubles(charged.is)} за\u00a0${formatPeriod(period)}`,
    from: formatPeriod(against),
    to: formatPeriod(period),
    drawing: drawingOf(charged, reasons),
  }
}

/** `label` has the numbers of the table's rows. */
interface Reason {
  label: string
  amount: number
  isRest: boolean
}

const reasonsOf = (steps: Comparison['steps']): Reason[] => {
  const all = steps
    .filter(({ amount }) => amount !== 0)
    .map(({ amount }, index): Reason => ({ label: String(index + 1), amount, isRest: false }))
  if (all.length <= MAX_REASONS + 1) return all
  const rest = all.slice(MAX_REASONS)
  const amount = rest.reduce((sum, reason) => sum + reason.amount, 0)
  return [...all.slice(0, MAX_REASONS), { label: `${MAX_REASONS + 1}–${all.length}`, amount, isRest: true }]
}

const drawingOf = ({ is, was }: Comparison['charged'], reasons: readonly Reason[]): WaterfallDrawing => {
  const ends: number[] = [was]
  for (const { amount } of reasons) ends.push((ends.at(-1) ?? 0) + amount)
  const scale = chartScale(
    [is, ...ends].map((sum) => sum / KOPECKS),
    { base: BASE, count: 4 },
  )
  const y = (kopecks: number) => scale.y(kopecks / KOPECKS)
  const count = reasons.length + 2
  const column = (place: number, from: number, to: number) => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))]
    return `M${place * COLUMN + GAP} ${top}h${COLUMN - 2 * GAP}V${Math.max(bottom, top + MIN_HEIGHT)}h${2 * GAP - COLUMN}z`
  }
  const columnsOf = (hasColumn: (amount: number) => boolean) =>
    reasons
      .map(({ amount }, at) => (hasColumn(amount) ? column(at + 1, ends[at] ?? 0, ends[at + 1] ?? 0) : ''))
      .join('')
  return {
    frame: {
      width: count * COLUMN,
      height: HEIGHT,
      levels: scale.levels,
      labels: reasons.map(({ label }, at) => labelUnder(at + 1, count, label)),
    },
    totals: column(0, 0, was) + column(count - 1, 0, is),
    dearer: columnsOf((amount) => amount > 0),
    cheaper: columnsOf((amount) => amount < 0),
    joints: ends.map((sum, at) => `M${(at + 1) * COLUMN - GAP} ${y(sum)}h${2 * GAP}`).join(''),
    rest: reasons.find(({ isRest }) => isRest)?.label ?? null,
  }
}
