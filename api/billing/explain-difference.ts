import type { explanation, explanationLine, explanationStep } from 'contract/explanation'
import type { z } from 'zod'
import type { PenaltyDays } from './penalty-days'
import type { storedLine } from './stored-invoice'

/** An invoice as it is compared, in kopecks. */
export interface ComparedInvoice {
  period: string
  openingBalance: number
  lines: readonly ComparedLine[]
  /** The sum of the lines' totals. */
  charged: number
  penalty: number
  /** Null: not known. */
  penaltyDays: readonly PenaltyDays[] | null
  paid: number
}

type Step = z.input<typeof explanationStep>
type Line = z.input<typeof explanationLine>

/** Sums of a line that are not its charge. What is neither charge nor recalculation is the benefit, whatever its sign. */
const recalculationOf = (line: ComparedLine) => line.recalculation ?? 0
const benefitOf = (line: ComparedLine) => line.charged + recalculationOf(line) - line.total

/** What is to pay for an invoice now, kopecks. */
const totalOf = ({ openingBalance, charged, penalty, paid }: ComparedInvoice) =>
  openingBalance + charged + penalty - paid

/**
 * Why `invoice` asks for another sum than `against`. Each part of an invoice is compared with the same part of the other
 * one, and the last step of a line gets what is left of its difference: the steps add up exactly. An `other` is what a line
 * tells no reason for, or what the lines leave of an invoice's charge.
 */
export function explainDifference(
  invoice: ComparedInvoice,
  against: ComparedInvoice,
): z.input<typeof explanation> {
  const pairs = pairsOf(invoice.lines, against.lines)
  const penaltyDays = invoice.penaltyDays?.length ? [...invoice.penaltyDays] : null
  return {
    period: invoice.period,
    against: against.period,
    total: totalOf(invoice),
    againstTotal: totalOf(against),
    steps: [
      ...sumStep('opening', against.openingBalance, invoice.openingBalance),
      ...pairs.flatMap(stepsOfPair),
      ...sumStep('penalty', against.penalty, invoice.penalty),
      ...paidStep(against.paid, invoice.paid),
      ...otherStep(unexplained(invoice) - unexplained(against)),
    ],
    lines: pairs.map(lineOf),
    ...(penaltyDays && { penaltyDays }),
  }
}

/** The same service in both invoices; null where one lacks it. */
type Pair = { is: ComparedLine; was: ComparedLine | null } | { is: null; was: ComparedLine }

/** Services that only the older invoice has come last. */
function pairsOf(lines: readonly ComparedLine[], before: readonly ComparedLine[]): Pair[] {
  const services = new Set([...lines, ...before].map(({ service }) => service))
  return [...services].flatMap((serviceName) => {
    const isWanted = ({ service }: ComparedLine) => service === serviceName
    return pairsOfService(lines.filter(isWanted), before.filter(isWanted))
  })
}

/**
 * In their order. Where there are more or fewer than before, as when a tariff changes within a month, they are compared by
 * their sums; where those tell nothing, a line without its like is compared with one of nothing.
 */
function pairsOfService(lines: readonly ComparedLine[], before: readonly ComparedLine[]): Pair[] {
  if (before.length === 0) return lines.map((is) => ({ is, was: null }))
  if (lines.length === 0) return before.map((was) => ({ is: null, was }))
  if (lines.length !== before.length) {
    const [is, was] = [sumOfLines(lines), sumOfLines(before)]
    if (is && was && haveOneUnit(...lines, ...before)) return [{ is, was }]
  }
  return [...lines, ...before.slice(lines.length)].map((line, index) => ({
    is: lines[index] ?? nothingOf(line),
    was: before[index] ?? nothingOf(line),
  }))
}

const nothingOf = ({ service, unit }: ComparedLine): ComparedLine => ({ service, unit, charged: 0, total: 0 })

function stepsOfPair(pair: Pair): Step[] {
  const { is, was } = pair
  const { service, unit } = is ?? was
  const about = { service, ...(unit && { unit }) }
  const sums = (kind: 'recalculation' | 'benefit', of: (line: ComparedLine) => number, sign: 1 | -1) => {
    const [from, to] = [was ? of(was) : 0, is ? of(is) : 0]
    return from === to ? [] : [{ kind, ...about, from, to, amount: sign * (to - from) }]
  }
  return [
    ...chargeSteps(pair).map((step) => ({ ...about, ...step })),
    ...sums('recalculation', recalculationOf, 1),
    ...sums('benefit', benefitOf, -1),
  ]
}

type ChargeStep = Extract<Step, { kind: 'added' | 'removed' | 'tariff' | 'volume' | 'method' | 'other' }>

function chargeSteps({ is, was }: Pair): ChargeStep[] {
  if (!is) return was.charged ? [{ kind: 'removed', amount: -was.charged }] : []
  if (!was) return is.charged ? [{ kind: 'added', amount: is.charged }] : []
  const difference = is.charged - was.charged
  const tariff = ofTariff(is, was)
  const counting = ofCounting(is, was)
  if (tariff && counting) {
    const byTariff = Math.round(tariff.amount)
    return withoutNothing([
      { ...tariff, amount: byTariff },
      { ...counting, amount: difference - byTariff },
    ])
  }
  if (tariff) return withoutNothing([{ ...tariff, amount: difference }])
  if (counting) return withoutNothing([{ ...counting, amount: difference }])
  return withoutNothing([{ kind: 'other', amount: difference }])
}

/** Whether their volumes and tariffs can be compared. */
const haveOneUnit = (...lines: ComparedLine[]) => inAll(lines.map(({ unit }) => unit ?? null)) !== undefined

/** The other tariff for the volume that it was; the amount is not rounded. */
function ofTariff(is: ComparedLine, was: ComparedLine): ChargeStep | null {
  const { tariff } = is
  if (tariff == null || was.tariff == null || tariff === was.tariff || !haveOneUnit(is, was)) return null
  return { kind: 'tariff', from: was.tariff, to: tariff, amount: (tariff - was.tariff) * (was.volume ?? 0) }
}

/** The other volume; where it is counted in another way, that is why it differs. */
function ofCounting(is: ComparedLine, was: ComparedLine): ChargeStep | null {
  const { method, volume } = is
  if (method && was.method && method !== was.method)
    return { kind: 'method', from: was.method, to: method, amount: 0 }
  if (volume == null || was.volume == null || volume === was.volume || !haveOneUnit(is, was)) return null
  return { kind: 'volume', from: was.volume, to: volume, amount: 0 }
}

/** Another way of counting is told even where it comes to the same sum. */
const withoutNothing = (steps: ChargeStep[]) =>
  steps.filter(({ kind, amount }) => amount !== 0 || kind === 'method')

const sumStep = (kind: 'opening' | 'penalty', from: number, to: number): Step[] =>
  from === to ? [] : [{ kind, from, to, amount: to - from }]

const paidStep = (from: number, to: number): Step[] =>
  from === to ? [] : [{ kind: 'paid', from, to, amount: from - to }]

/** What the lines leave of the charge: nothing, in an invoice that was issued here. */
const unexplained = ({ charged, lines }: ComparedInvoice) =>
  lines.reduce((rest, { total }) => rest - total, charged)

const otherStep = (amount: number): Step[] => (amount === 0 ? [] : [{ kind: 'other', amount }])

function lineOf({ is, was }: Pair): Line {
  const { service, unit } = is ?? was
  const like = was && (!is || haveOneUnit(is, was)) ? was : null
  return {
    service,
    unit,
    volume: is?.volume,
    tariff: is?.tariff,
    method: is?.method,
    charged: is?.charged ?? 0,
    againstVolume: like?.volume,
    againstTariff: like?.tariff,
    againstCharged: was?.charged ?? 0,
  }
}

/** A line of an invoice, or what several come to. */
export type ComparedLine = z.input<typeof storedLine>

/** Lines of one service and unit as a single one; null where they can't be added up: without volumes. */
const sumOfLines = (lines: readonly ComparedLine[]): ComparedLine | null => {
  const [first] = lines
  const volumes = lines.flatMap(({ volume }) => volume ?? [])
  if (!first || volumes.length < lines.length) return null
  const volume = Number(sum(volumes).toFixed(volumeDigits))
  const charged = sum(lines.map((line) => line.charged))
  const tariff = inAll(lines.map((line) => line.tariff ?? null))
  return {
    service: first.service,
    unit: first.unit ?? null,
    volume,
    tariff: tariff === undefined ? meanTariff(charged, volume) : tariff,
    method: inAll(lines.map(({ method }) => method)),
    charged,
    recalculation: sum(lines.map(({ recalculation }) => recalculation ?? 0)),
    total: sum(lines.map(({ total }) => total)),
  }
}

/** As many as an import takes: adding floating-point numbers makes more. */
const volumeDigits = 9

/** Kopecks for a unit, with four digits after the ruble's point as tariffs have them. */
const meanTariff = (charged: number, volume: number) =>
  volume === 0 ? null : Math.round((charged / volume) * 100) / 100

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The value that all have; undefined: they differ. */
const inAll = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined
