import type { Explanation } from 'contract/explanation'
import { formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import { chartScale, labelUnder } from '~/ui/chart/chart-scale.server'
import type { WaterfallDrawing, WaterfallView } from './explanation-view'

const KOPECKS = 100
const HEIGHT = 260
const BASE = 226
/** One column with the gaps beside it, in the drawing's units. */
const COLUMN = 20
const GAP = 3
/** The reasons with a column of their own; more would not be told apart on a telephone. */
const SHOWN = 8
/** A column is seen however small it is. */
const THINNEST = 2

/** Null when nothing has changed: there is no way to draw. */
export const waterfallOf = (explained: Explanation): WaterfallView | null => {
  const { period, against, total, againstTotal } = explained
  const reasons = reasonsOf(explained)
  if (reasons.length === 0) return null
  return {
    name:
      `Как изменилась сумма: от ${formatRubles(againstTotal)} за\u00a0${formatPeriod(against)} ` +
      `до ${formatRubles(total)} за\u00a0${formatPeriod(period)}`,
    from: formatPeriod(against),
    to: formatPeriod(period),
    drawing: drawingOf(explained, reasons),
  }
}

/** `number` is of the table's row; null: the smallest ones together. */
interface Reason {
  number: number | null
  amount: number
}

const reasonsOf = ({ steps }: Explanation): Reason[] => {
  const all = steps
    .map(({ amount }, index): Reason => ({ number: index + 1, amount }))
    .filter(({ amount }) => amount !== 0)
  if (all.length <= SHOWN + 1) return all
  const largest = new Set(all.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, SHOWN))
  const rest = all.filter((reason) => !largest.has(reason))
  return [
    ...all.filter((reason) => largest.has(reason)),
    { number: null, amount: rest.reduce((sum, { amount }) => sum + amount, 0) },
  ]
}

const drawingOf = ({ total, againstTotal }: Explanation, reasons: readonly Reason[]): WaterfallDrawing => {
  const ends: number[] = [againstTotal]
  for (const { amount } of reasons) ends.push((ends.at(-1) ?? 0) + amount)
  const scale = chartScale(
    [total, ...ends].map((sum) => sum / KOPECKS),
    { base: BASE, count: 4 },
  )
  const y = (kopecks: number) => scale.y(kopecks / KOPECKS)
  const count = reasons.length + 2
  const column = (place: number, from: number, to: number) => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))]
    return `M${place * COLUMN + GAP} ${top}h${COLUMN - 2 * GAP}V${Math.max(bottom, top + THINNEST)}h${2 * GAP - COLUMN}z`
  }
  const columnsOf = (isWanted: (amount: number) => boolean) =>
    reasons
      .map(({ amount }, at) => (isWanted(amount) ? column(at + 1, ends[at] ?? 0, ends[at + 1] ?? 0) : ''))
      .join('')
  return {
    frame: {
      width: count * COLUMN,
      height: HEIGHT,
      levels: scale.levels,
      labels: reasons.flatMap(({ number }, at) =>
        number === null ? [] : [labelUnder(at + 1, count, String(number))],
      ),
    },
    totals: column(0, 0, againstTotal) + column(count - 1, 0, total),
    dearer: columnsOf((amount) => amount > 0),
    cheaper: columnsOf((amount) => amount < 0),
    joints: ends.map((sum, at) => `M${(at + 1) * COLUMN - GAP} ${y(sum)}h${2 * GAP}`).join(''),
    hasRest: reasons.some(({ number }) => number === null),
  }
}
