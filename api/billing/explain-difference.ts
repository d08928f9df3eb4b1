import type { explanation, explanationLine, explanationStep } from 'contract/explanation'
import type { z } from 'zod'
import type { PenaltyDays } from './penalty-days'
import type { storedLine } from './stored-invoice'

/** The parts of an invoice that are compared, in kopecks. */
export interface ComparedInvoice {
  period: string
  openingBalance: number
  lines: readonly ComparedLine[]
  /** The sum of the lines' totals. */
  charged: number
  penalty: number
  /** `null` if unknown. */
  penaltyDays: readonly PenaltyDays[] | null
  paid: number
}

type Step = z.input<typeof explanationStep>
type Line = z.input<typeof explanationLine>

/** Sums of a line apart from its charge. What is neither charge nor recalculation is the benefit, of either sign. */
const recalculationOf = (line: ComparedLine) => line.recalculation ?? 0
const benefitOf = (line: ComparedLine) => line.charged + recalculationOf(line) - line.total

/** The sum still to pay for an invoice, kopecks. */
const totalOf = ({ openingBalance, charged, penalty, paid }: ComparedInvoice) =>
  openingBalance + charged + penalty - paid

/**
 * Explains why the sum of `invoice` differs from that of `against`. Compares each part of an invoice with the same part of
 * the other. The last step of a line gets the rest of its difference, so the steps add up exactly. `other`: a difference
 * that no line explains.
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

/** The same service in both invoices; `null` if an invoice lacks it. */
type Pair = { is: ComparedLine; was: ComparedLine | null } | { is: null; was: ComparedLine }

/** Services that only the older invoice has are last. */
function pairsOf(lines: readonly ComparedLine[], before: readonly ComparedLine[]): Pair[] {
  const services = new Set([...lines, ...before].map(({ service }) => service))
  return [...services].flatMap((serviceName) => {
    const isWanted = ({ service }: ComparedLine) => service === serviceName
    return pairsOfService(lines.filter(isWanted), before.filter(isWanted))
  })
}

/**
 * Pairs the lines of one service in their order. If their number has changed, as when a tariff changes within a month,
 * their sums are compared. If they can't be summed, a missing line counts as zero.
 */
function pairsOfService(lines: readonly ComparedLine[], before: readonly ComparedLine[]): Pair[] {
  if (before.length === 0) return lines.map((is) => ({ is, was: null }))
  if (lines.length === 0) return before.map((was) => ({ is: null, was }))
  if (lines.length !== before.length) {
    const [is, was] = [sumOfLines(lines), sumOfLines(before)]
    if (is && was && haveOneUnit(...lines, ...before)) return [{ is, was }]
  }
  return [...lines, ...before.slice(lines.length)].map((line, index) => ({
    is: lines[index] ?? emptyLine(line),
    was: before[index] ?? emptyLine(line),
  }))
}

const emptyLine = ({ service, unit }: ComparedLine): ComparedLine => ({ service, unit, charged: 0, total: 0 })

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
  const tariff = tariffStep(is, was)
  const counting = countingStep(is, was)
  if (tariff && counting) {
    const byTariff = Math.round(tariff.amount)
    return withoutEmptySteps([
      { ...tariff, amount: byTariff },
      { ...counting, amount: difference - byTariff },
    ])
  }
  if (tariff) return withoutEmptySteps([{ ...tariff, amount: difference }])
  if (counting) return withoutEmptySteps([{ ...counting, amount: difference }])
  return withoutEmptySteps([{ kind: 'other', amount: difference }])
}

/** Only lines with the same unit have comparable volumes and tariffs. */
const haveOneUnit = (...lines: ComparedLine[]) => inAll(lines.map(({ unit }) => unit ?? null)) !== undefined

/** The change of the tariff, for the previous volume. The amount is not rounded. */
function tariffStep(is: ComparedLine, was: ComparedLine): ChargeStep | null {
  const { tariff } = is
  if (tariff == null || was.tariff == null || tariff === was.tariff || !haveOneUnit(is, was)) return null
  return { kind: 'tariff', from: was.tariff, to: tariff, amount: (tariff - was.tariff) * (was.volume ?? 0) }
}

/** The change of the volume. A change of the counting method explains it, so it comes first. */
function countingStep(is: ComparedLine, was: ComparedLine): ChargeStep | null {
  const { method, volume } = is
  if (method && was.method && method !== was.method)
    return { kind: 'method', from: was.method, to: method, amount: 0 }
  if (volume == null || was.volume == null || volume === was.volume || !haveOneUnit(is, was)) return null
  return { kind: 'volume', from: was.volume, to: volume, amount: 0 }
}

/** Keeps a change of the counting method even if the sum is the same. */
const withoutEmptySteps = (steps: ChargeStep[]) =>
  steps.filter(({ kind, amount }) => amount !== 0 || kind === 'method')

const sumStep = (kind: 'opening' | 'penalty', from: number, to: number): Step[] =>
  from === to ? [] : [{ kind, from, to, amount: to - from }]

const paidStep = (from: number, to: number): Step[] =>
  from === to ? [] : [{ kind: 'paid', from, to, amount: from - to }]

/** The part of the charge that is in no line; zero in an invoice that was issued here. */
const unexplained = ({ charged, lines }: ComparedInvoice) =>
  lines.reduce((rest, { total }) => rest - total, charged)

const otherStep = (amount: number): Step[] => (amount === 0 ? [] : [{ kind: 'other', amount }])

function lineOf({ is, was }: Pair): Line {
  const { service, unit } = is ?? was
  const comparable = was && (!is || haveOneUnit(is, was)) ? was : null
  return {
    service,
    unit,
    volume: is?.volume,
    tariff: is?.tariff,
    method: is?.method,
    charged: is?.charged ?? 0,
    againstVolume: comparable?.volume,
    againstTariff: comparable?.tariff,
    againstCharged: was?.charged ?? 0,
  }
}

/** A line of an invoice, or the sum of several. */
export type ComparedLine = z.input<typeof storedLine>

/** Adds up lines of one service and unit; `null` if one has no volume. */
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

/** As many as an import accepts. Adding floating-point numbers yields more. */
const volumeDigits = 9

/** Kopecks for a unit. Like tariffs, it has four digits after the point in rubles. */
const meanTariff = (charged: number, volume: number) =>
  volume === 0 ? null : Math.round((charged / volume) * 100) / 100

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The common value; `undefined` if the values differ. */
const inAll = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined
