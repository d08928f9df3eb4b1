import type { Explanation } from 'contract/explanation'
import { scaleLinear } from 'd3-scale'
import { formatPeriod } from 'format/dates'
import { formatRubles, groupDigits } from 'format/money'
import type { WaterfallDrawing, WaterfallView } from './explanation-view'

const KOPECKS = 100
const HEIGHT = 260
const TOP = 12
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
  const all = [0, total, ...ends].map((sum) => sum / KOPECKS)
  const scale = scaleLinear([Math.min(...all), Math.max(...all)], [BASE, TOP]).nice(4)
  const y = (kopecks: number) => Math.round(scale(kopecks / KOPECKS))
  const count = reasons.length + 2
  const width = count * COLUMN
  const ticks = scale.ticks(4)
  const column = (place: number, from: number, to: number) => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))]
    return `M${place * COLUMN + GAP} ${top}h${COLUMN - 2 * GAP}V${Math.max(bottom, top + THINNEST)}h${2 * GAP - COLUMN}z`
  }
  const columnsOf = (isWanted: (amount: number) => boolean) =>
    reasons
      .map(({ amount }, at) => (isWanted(amount) ? column(at + 1, ends[at] ?? 0, ends[at + 1] ?? 0) : ''))
      .join('')
  return {
    width,
    height: HEIGHT,
    levels: ticks.map((sum) => `M0 ${Math.round(scale(sum))}H${width}`).join(''),
    sums: ticks.map((sum) => ({ y: Math.round(scale(sum)), text: rubles(sum) })),
    totals: column(0, 0, againstTotal) + column(count - 1, 0, total),
    dearer: columnsOf((amount) => amount > 0),
    cheaper: columnsOf((amount) => amount < 0),
    joints: ends.map((sum, at) => `M${(at + 1) * COLUMN - GAP} ${y(sum)}h${2 * GAP}`).join(''),
    numbers: reasons.flatMap(({ number }, at) =>
      number === null ? [] : [{ x: Math.round(((at + 1.5) / count) * 1000) / 10, text: String(number) }],
    ),
    hasRest: reasons.some(({ number }) => number === null),
  }
}

const rubles = (sum: number) =>
  `${sum < 0 ? '\u2212' : ''}${groupDigits(String(Math.abs(sum)).replace('.', ','))}`
