import type { Explanation, ExplanationLine, ExplanationStep, PenaltyDays } from 'contract/explanation'
import type { Invoice } from 'contract/invoices'
import { formatDay, formatDayWithYear, formatPeriodIn } from 'format/dates'
import { formatAmount, formatRubles } from 'format/money'
import { count } from 'format/plural'
import { withNoBreaks } from 'format/shown-text'
import { CHARGED, CHARGED_WITH_PENALTY, chargedIn, figure, tariffInRubles, volumeInWords } from '../figures'
import {
  balanceInWords,
  type ChargeStep,
  isOfPayment,
  methodWords,
  reasonOf,
  sidesOf,
  titleOf,
} from './step-words.server'
import { type WaterfallView, waterfallOf } from './waterfall.server'

/** A formatted explanation. */
export interface ExplanationView {
  /** 'Начислено на 412,30 ₽ больше, чем в сентябре: включили отопление' */
  sentence: string
  /** What changed the charges, the largest change first. */
  steps: StepView[]
  /** The amounts to pay of both invoices, and why they differ from the charges; empty if they do not. */
  toPay: StepView[]
  picture: WaterfallView | null
  lines: LineView[]
  penalty: { rows: PenaltyDaysView[]; total: string } | null
}

/** A row of the table of reasons; `number` is null for a total. */
export interface StepView {
  number: number | null
  what: string
  was: string
  is: string
  amount: string
}

export interface LineView {
  /** Unique, also when two lines are of the same service. */
  key: string
  service: string
  method: string
  formula: string
  was: string
  changes: string
}

export interface PenaltyDaysView {
  key: string
  days: string
  base: string
  rate: string
  count: string
  /** How the amount was counted; empty if that is unknown. */
  formula: string
  amount: string
}

/** Compares the charges. The amounts to pay are a table of their own. `invoice` is the explained one. */
export const viewOfExplanation = (explained: Explanation, invoice: Invoice | null): ExplanationView => {
  const { period, against, lines, penaltyDays } = explained
  const steps = chargeStepsOf(explained)
  const difference = sumOfSteps(steps)
  const charged = chargedOf(invoice, difference)
  const hasPenalty = Boolean(invoice?.penalty) || steps.some(({ kind }) => kind === 'penalty')
  const totalRow = totalRowOf(charged, { difference, hasPenalty })
  return {
    sentence: comparisonInWords(difference, monthIn(against, period), steps),
    steps: steps.length > 0 ? [...steps.map(stepView), totalRow] : [],
    picture: charged && waterfallOf({ period, against, steps, charged }),
    toPay: toPayOf(explained, totalRow),
    lines: lines.map((line, index) => lineView(line, index, explained)),
    penalty: penaltyDays?.length ? penaltyOf(penaltyDays) : null,
  }
}

const sumOfSteps = (steps: readonly ExplanationStep[]) => steps.reduce((sum, { amount }) => sum + amount, 0)

interface ChargedSums {
  is: number
  was: number
}

/** What both invoices charged, kopecks; null: unknown. */
const chargedOf = (invoice: Invoice | null, difference: number): ChargedSums | null => {
  const is = invoice && chargedIn(invoice)
  return is === null || !Number.isSafeInteger(is - difference) ? null : { is, was: is - difference }
}

/** The largest first, so that the picture's columns have the first numbers. */
const chargeStepsOf = ({ steps }: Explanation): ChargeStep[] =>
  steps
    .filter((step): step is ChargeStep => !isOfPayment(step))
    .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))

const monthIn = (against: string, period: string) => `в\u00a0${formatPeriodIn(against, period)}`

/** One sentence: by how much the charges differ, and the largest reason. */
const comparisonInWords = (difference: number, then: string, steps: readonly ChargeStep[]) => {
  if (difference === 0) return `Начислено столько же, сколько ${then}`
  const largest = steps.find(({ amount }) => Math.sign(amount) === Math.sign(difference))
  const words = `Начислено на\u00a0${formatRubles(Math.abs(difference))} ${difference > 0 ? 'больше' : 'меньше'}, чем ${then}`
  return largest ? `${words}: ${reasonOf(largest)}` : words
}

const stepView = (step: ExplanationStep, index: number): StepView => ({
  number: index + 1,
  what: titleOf(step),
  ...sidesOf(step),
  amount: withSign(step.amount),
})

const totalRowOf = (
  charged: ChargedSums | null,
  { difference, hasPenalty }: { difference: number; hasPenalty: boolean },
): StepView => ({
  number: null,
  what: hasPenalty ? CHARGED_WITH_PENALTY : CHARGED,
  was: charged ? formatRubles(charged.was) : '',
  is: charged ? formatRubles(charged.is) : '',
  amount: withSign(difference),
})

/** The rows from the charges to the amount to pay; empty if payments and the opening balance change nothing. */
const toPayOf = (explained: Explanation, totalRow: StepView): StepView[] => {
  const steps = explained.steps.filter(isOfPayment)
  if (steps.length === 0) return []
  const { total, againstTotal } = explained
  return [
    totalRow,
    ...steps.map((step) => ({ ...stepView(step, 0), number: null })),
    {
      number: null,
      what: 'К\u00a0оплате',
      was: balanceInWords(againstTotal),
      is: balanceInWords(total),
      amount: withSign(total - againstTotal),
    },
  ]
}

const withSign = (kopecks: number) => `${kopecks > 0 ? '+' : ''}${formatAmount(kopecks)}`

const lineView = (line: ExplanationLine, index: number, explained: Explanation): LineView => ({
  key: `${index} ${line.service}`,
  service: withNoBreaks(line.service),
  method: line.method ? methodWords[line.method] : '',
  formula: isGone(line) ? '' : formulaOf(line),
  was: isNew(line) ? '' : formulaOf(earlierOf(line)),
  changes: changesOf(line, explained).join('; '),
})

interface LineAmounts {
  unit?: string | null | undefined
  volume?: number | null | undefined
  tariff?: number | null | undefined
  charged: number
}

const earlierOf = ({ unit, againstVolume, againstTariff, againstCharged }: ExplanationLine): LineAmounts => ({
  unit,
  volume: againstVolume,
  tariff: againstTariff,
  charged: againstCharged,
})

const isEmpty = ({ volume, tariff, charged }: LineAmounts) =>
  volume == null && tariff == null && charged === 0
const isNew = (line: ExplanationLine) => isEmpty(earlierOf(line)) && !isEmpty(line)
const isGone = (line: ExplanationLine) => isEmpty(line) && !isEmpty(earlierOf(line))

/** '12,3 м³ × 45,60 ₽ = 560,88 ₽'. It has an equals sign only if the product is the sum. */
const formulaOf = ({ unit, volume, tariff, charged }: LineAmounts) => {
  const sum = formatRubles(charged)
  const price = tariff == null ? null : `${tariffInRubles(tariff)}\u00a0₽`
  if (volume == null) return price ? `${sum}, тариф ${price}` : sum
  if (tariff == null) return `${sum}, объём ${volumeInWords(volume, unit)}`
  return Math.abs(volume * tariff - charged) <= HALF_KOPECK
    ? `${volumeInWords(volume, unit)}\u00a0×\u00a0${price}\u00a0=\u00a0${sum}`
    : `${sum}, объём ${volumeInWords(volume, unit)}, тариф ${price}`
}

/** In kopecks: the largest rounding difference, with a margin for floating point. */
const HALF_KOPECK = 0.5 + 1e-6

const changesOf = (line: ExplanationLine, { lines, steps }: Explanation): string[] => {
  const ofService = lines.filter(({ service }) => service === line.service)
  if (ofService.every(isNew)) return ['новая услуга']
  if (ofService.every(isGone)) return ['больше не начисляется']
  const { unit, volume, againstVolume, tariff, againstTariff, charged, againstCharged } = line
  const changes = [
    ...changeInWords('тариф', againstTariff, tariff, tariffInRubles, '\u00a0₽'),
    ...changeInWords('объём', againstVolume, volume, figure, unit ? `\u00a0${unit}` : ''),
    ...steps.flatMap((step) => (step.service === line.service ? changeOfStep(step) : [])),
  ]
  if (changes.length > 0) return changes
  return [charged === againstCharged ? 'без изменений' : 'изменилась сумма']
}

const changeInWords = (
  what: string,
  from: number | null | undefined,
  to: number | null | undefined,
  inWords: (value: number) => string,
  unit: string,
): string[] => {
  if (from == null || to == null || from === to) return []
  const verb = to > from ? 'вырос' : 'снизился'
  return [`${what} ${verb}: было ${inWords(from)}${unit}, стало ${inWords(to)}${unit}`]
}

/** The changes of a line beside its volume and tariff. */
const changeOfStep = (step: ExplanationStep): string[] => {
  if (step.kind === 'method') return methodChange(step.from, step.to)
  if (step.kind !== 'recalculation' && step.kind !== 'benefit') return []
  const { was, is } = sidesOf(step)
  const what = step.kind === 'benefit' ? 'льгота' : 'перерасчёт'
  return [was && is ? `${what}: было ${was}, стало ${is}` : what]
}

type Method = keyof typeof methodWords | null | undefined

const methodChange = (from: Method, to: Method): string[] => {
  if (!from && !to) return ['изменился способ расчёта']
  return [
    [to && `теперь ${methodWords[to]}`, from && `раньше ${methodWords[from]}`].filter(Boolean).join(', '),
  ]
}

const penaltyOf = (days: readonly PenaltyDays[]) => ({
  rows: days.map(penaltyView),
  total: formatRubles(days.reduce((sum, { amount }) => sum + amount, 0)),
})

const penaltyView = (row: PenaltyDays, index: number): PenaltyDaysView => {
  const rate = `${row.rate.replace('.', ',')}\u00a0%`
  const inDays = count(row.days, ['день', 'дня', 'дней'])
  const share = shareOf(row)
  return {
    key: `${index} ${row.from}`,
    days: spanOf(row),
    base: formatRubles(row.base),
    rate: `${rate} годовых`,
    count: inDays,
    formula: share ? `${formatRubles(row.base)} ×\u00a0${rate} ÷\u00a0${share} ×\u00a0${inDays}` : '',
    amount: formatRubles(row.amount),
  }
}

const spanOf = ({ from, to }: PenaltyDays) => {
  if (from === to) return formatDayWithYear(to)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? formatDay(from) : formatDayWithYear(from)}\u00a0— ${formatDayWithYear(to)}`
}

/** By law the penalty of a day is 1/300 of the rate in the first months of a debt, and 1/130 later. */
const SHARES = [300, 130] as const

/** The share by which the amount was counted; null if neither share fits, or both do because it is small. */
const shareOf = ({ base, rate, days, amount }: PenaltyDays) => {
  const fitting = SHARES.filter((share) => Math.abs((base * Number(rate) * days) / 100 / share - amount) <= 1)
  return fitting.length === 1 ? fitting[0] : null
}
