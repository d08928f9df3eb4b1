import type { CountingMethod, ExplanationStep } from 'contract/explanation'
import { formatRubles } from 'format/money'
import { quoted } from 'format/shown-text'
import { tariffInRubles, volumeInWords } from '../figures'

export const methodWords: Record<CountingMethod, string> = {
  meter: 'по счётчику',
  average: 'по среднему',
  norm: 'по нормативу',
  area: 'по площади',
  fixed: 'фиксированная сумма',
  people: 'по числу жильцов',
}

/** After 'теперь считают'. */
const instrumentalWords: Record<CountingMethod, string> = { ...methodWords, fixed: 'фиксированной суммой' }

const isHeating = (service: string | null | undefined) => /^отоплени/i.test(service?.trim() ?? '')

/** What a step is about: 'Холодная вода: тариф', 'Пени'. */
export const titleOf = (step: ExplanationStep): string => {
  switch (step.kind) {
    case 'opening':
      return isBelowZero(step) ? 'Переплата на начало месяца' : 'Долг на начало месяца'
    case 'tariff':
      return about(step, 'тариф')
    case 'volume':
      return about(step, 'объём')
    case 'method':
      return about(step, 'способ расчёта')
    case 'recalculation':
      return about(step, 'перерасчёт')
    case 'benefit':
      return about(step, 'льгота')
    case 'penalty':
      return 'Пени'
    case 'paid':
      return isBelowZero(step) ? 'Возвраты и исправления' : 'Оплачено'
    case 'added':
      return about(step, isHeating(step.service) ? 'включили' : 'новая услуга')
    case 'removed':
      return about(step, isHeating(step.service) ? 'выключили' : 'больше нет в квитанции')
    case 'other':
      return about(step, 'другое')
  }
}

const about = ({ service }: ExplanationStep, words: string) => {
  const name = service?.trim()
  return name ? `${name}: ${words}` : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** A step that changes the sum to pay, but not the charges. */
export type PaymentStep = Extract<ExplanationStep, { kind: 'opening' | 'paid' }>
export type ChargeStep = Exclude<ExplanationStep, PaymentStep>

export const isOfPayment = (step: ExplanationStep): step is PaymentStep =>
  step.kind === 'opening' || step.kind === 'paid'

const isBelowZero = ({ from, to }: PaymentStep) => Math.max(from ?? 0, to ?? 0) <= 0 && (from || to)

/** The old and the new value; empty if the product API does not give them. */
export const sidesOf = (step: ExplanationStep): { was: string; is: string } => {
  switch (step.kind) {
    case 'tariff':
      return sides(step, tariffWithUnit(step.unit))
    case 'volume':
      return sides(step, (volume) => volumeInWords(volume, step.unit))
    case 'method':
      return sides(step, (method) => methodWords[method])
    case 'opening':
      return sides(step, isBelowZero(step) ? withoutSign : balanceInWords)
    case 'paid':
      return sides(step, isBelowZero(step) ? withoutSign : paidInWords)
    case 'benefit':
      // APIs differ in the sign of a benefit; the step's amount shows which sign lowers the sum.
      return sides(step, (sum) =>
        formatRubles(step.amount === (step.to ?? 0) - (step.from ?? 0) ? sum : -sum),
      )
    case 'recalculation':
    case 'penalty':
      return sides(step, formatRubles)
    case 'added':
      return { was: '', is: formatRubles(step.amount) }
    case 'removed':
      return { was: formatRubles(-step.amount), is: '' }
    case 'other':
      return { was: '', is: '' }
  }
}

const sides = <Value>(
  { from, to }: { from?: Value | null | undefined; to?: Value | null | undefined },
  inWords: (value: Value) => string,
) => ({ was: from == null ? '' : inWords(from), is: to == null ? '' : inWords(to) })

const tariffWithUnit = (unit: string | null | undefined) => (tariff: number) =>
  `${tariffInRubles(tariff)}\u00a0₽${unit ? ` за\u00a0${unit}` : ''}`

const withoutSign = (sum: number) => formatRubles(Math.abs(sum))

export const balanceInWords = (sum: number) =>
  sum < 0 ? `переплата ${formatRubles(-sum)}` : formatRubles(sum)

const paidInWords = (sum: number) =>
  sum < 0 ? `возвраты и исправления ${formatRubles(-sum)}` : formatRubles(sum)

/** A step as the reason within a sentence: 'включили отопление', 'вырос тариф услуги «Холодная вода»'. */
export const reasonOf = (step: ChargeStep): string => {
  const isMore = step.amount > 0
  switch (step.kind) {
    case 'tariff':
      return `${isMore ? 'вырос' : 'снизился'} тариф${ofService(step)}`
    case 'volume':
      if (isHeating(step.service) && step.from === 0) return 'включили отопление'
      if (isHeating(step.service) && step.to === 0) return 'выключили отопление'
      return `${isMore ? 'вырос' : 'уменьшился'} объём${ofService(step)}`
    case 'method':
      return methodReason(step)
    case 'recalculation':
      return `перерасчёт${byService(step)}`
    case 'benefit':
      return `льгота${byService(step)} ${isMore ? 'меньше' : 'больше'}`
    case 'penalty':
      if (isMore) return step.from === 0 ? 'начислены пени' : 'выросли пени'
      return step.to === 0 ? 'пеней больше нет' : 'пеней меньше'
    case 'added':
      if (isHeating(step.service)) return 'включили отопление'
      return step.service ? `добавилась услуга ${quoted(step.service)}` : 'добавилась услуга'
    case 'removed':
      if (isHeating(step.service)) return 'выключили отопление'
      return step.service ? `больше нет услуги ${quoted(step.service)}` : 'одной услуги больше нет'
    case 'other':
      return step.service ? `изменения по услуге ${quoted(step.service)}` : 'другие изменения'
  }
}

const methodReason = ({ service, to }: Extract<ExplanationStep, { kind: 'method' }>) => {
  if (to == null) return `изменился способ расчёта${service ? ` услуги ${quoted(service)}` : ''}`
  return service
    ? `услугу ${quoted(service)} теперь считают ${instrumentalWords[to]}`
    : `теперь считают ${instrumentalWords[to]}`
}

const ofService = ({ service }: ExplanationStep) => (service ? ` услуги ${quoted(service)}` : '')
const byService = ({ service }: ExplanationStep) => (service ? ` по услуге ${quoted(service)}` : '')
