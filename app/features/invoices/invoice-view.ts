import type { Invoice, InvoiceLine, InvoiceStatus } from 'contract/invoices'
import {
  dayOf,
  daysBetween,
  daysLeftInWords,
  dueInWords,
  formatDay,
  formatDayWithYear,
  formatPeriod,
} from 'format/dates'
import { formatAmount, formatRubles, sumOf } from 'format/money'
import { count, plural } from 'format/plural'
import { shownText, withNoBreaks } from 'format/shown-text'
import { CHARGED, CHARGED_WITH_PENALTY, chargedIn, figure, tariffInRubles, volumeInWords } from './figures'
import { columnTerms, sumTerms, type TermView } from './term-view'

/** A formatted invoice, for the page and the PDF. */
export interface InvoiceView {
  account: string
  period: string
  heading: string
  issued: string
  /** The amount to pay; for a paid invoice the charges. */
  top: { term: string; description: string }
  isPayable: boolean
  status: { text: string; tone: 'due' | 'paid' | 'overdue' }
  due: {
    /** Does not depend on the day, unlike `today`. */
    text: string
    /** 'осталось 4 дня': not for paper. Null: nothing to add. */
    today: string | null
  }
  /** The company's day on which this was true, '28 ноября 2026 г.' */
  asOf: string
  facts: { term: string; description: string }[]
  lines: InvoiceLineView[]
  /** The last row of the lines; null without lines, or when a sum is too large for a number. */
  linesTotal: InvoiceLineView | null
  /** Whether a line's total differs from its charge: only then are both shown. */
  hasTotals: boolean
  /** Whether any line has a recalculation or a benefit: only then is the column shown. */
  hasRecalculations: boolean
  hasBenefits: boolean
  columnTerms: TermView[]
  sums: { term: string; description: string }[]
  sumTerms: TermView[]
  /** The result of the sums. */
  outcome: { term: string; description: string }
  payee: { term: string; description: string }[]
}

export interface InvoiceLineView {
  /** Unique, also when two lines are of the same service. */
  key: string
  service: string
  volume: string
  tariff: string
  charged: string
  recalculation: string
  benefit: string
  total: string
}

const statuses: Record<InvoiceStatus, InvoiceView['status']> = {
  unpaid: { text: 'Ждёт оплаты', tone: 'due' },
  partial: { text: 'Оплачена частично', tone: 'due' },
  paid: { text: 'Оплачена', tone: 'paid' },
  overdue: { text: 'Просрочена', tone: 'overdue' },
}

interface ViewContext {
  /** The company's calendar day, `2026-10-05`. */
  today: string
  timeZone: string
  /** The day on which the invoice was paid in full; null: unknown, or not paid. */
  paidOn: string | null
}

export const viewOfInvoice = (invoice: Invoice, { today, timeZone, paidOn }: ViewContext): InvoiceView => {
  const { lines } = invoice
  const hasRecalculations = lines.some(({ recalculation }) => recalculation)
  const hasBenefits = lines.some(({ benefit }) => benefit)
  const sums = sumsOf(invoice)
  return {
    account: invoice.account,
    period: invoice.period,
    heading: `Квитанция за\u00a0${formatPeriod(invoice.period)}`,
    issued: formatDayWithYear(dayOf(invoice.issuedAt, timeZone)),
    top: topOf(invoice),
    isPayable: invoice.total > 0,
    status: statusOf(invoice, paidOn),
    due: dueOf(invoice, today),
    asOf: formatDayWithYear(today),
    facts: filledRows([
      ['Лицевой счёт', invoice.account],
      ['Адрес', invoice.address],
      ['Плательщик', invoice.payer],
      ['Площадь', invoice.area == null ? null : `${figure(invoice.area)}\u00a0м²`],
      residentsOf(invoice),
    ]),
    lines: lines.map(lineView),
    linesTotal: totalOfLines(lines),
    hasTotals: lines.some(({ charged, total }) => charged !== total),
    hasRecalculations,
    hasBenefits,
    columnTerms: columnTerms({ hasLines: lines.length > 0, hasRecalculations, hasBenefits }),
    sums,
    sumTerms: sumTerms(sums),
    outcome: outcomeOf(invoice),
    payee: filledRows([
      ['Получатель', invoice.payee.name],
      ['ИНН', invoice.payee.inn],
      ['КПП', invoice.payee.kpp],
      ['Банк', invoice.payee.bankName],
      ['БИК', invoice.payee.bic],
      ['Корреспондентский счёт', invoice.payee.correspondentAccount],
      ['Расчётный счёт', invoice.payee.settlementAccount],
      ['Назначение платежа', paymentPurpose(invoice)],
    ]),
  }
}

const topOf = (invoice: Invoice) => {
  const charged = invoice.total > 0 ? null : chargedIn(invoice)
  return charged === null
    ? { term: 'К оплате', description: formatRubles(Math.max(0, invoice.total)) }
    : { term: invoice.penalty === 0 ? CHARGED : CHARGED_WITH_PENALTY, description: formatRubles(charged) }
}

/** A paid invoice's status has the day of payment, with the year if the invoice was issued in another year. */
const statusOf = ({ status, issuedAt }: Invoice, paidOn: string | null): InvoiceView['status'] => {
  const { text, tone } = statuses[status]
  if (status !== 'paid' || paidOn === null) return { text, tone }
  const isSameYear = paidOn.slice(0, 4) === issuedAt.slice(0, 4)
  return { text: `${text} ${isSameYear ? formatDay(paidOn) : formatDayWithYear(paidOn)}`, tone }
}

const dueOf = ({ total, dueAt }: Invoice, today: string): InvoiceView['due'] => {
  if (total < 0) return { text: `Платить ничего не нужно: переплата ${formatRubles(-total)}`, today: null }
  if (total === 0) return { text: 'Платить ничего не нужно', today: null }
  const isLate = daysBetween(today, dueAt) < 0
  return {
    text: `${isLate ? 'Срок был' : 'Оплатить до'}\u00a0${formatDay(dueAt)}`,
    today: isLate ? dueInWords(dueAt, today) : daysLeftInWords(dueAt, today),
  }
}

/** The rows that have a description. */
export const filledRows = (rows: readonly (readonly [string, string | null | undefined])[]) =>
  rows.flatMap(([term, value]) => {
    const description = shownText(value)
    return description ? [{ term, description }] : []
  })

/** Names the account and the month for the payee: 'Лицевой счёт 5330001748, 10.2026'. */
export const paymentPurpose = ({ account, period }: Pick<Invoice, 'account' | 'period'>): string =>
  `Лицевой счёт ${account}, ${period.split('-').reverse().join('.')}`

/** 'Проживает: 1 человек', 'Проживают: 2 человека'. */
const residentsOf = ({ residents }: Invoice): [string, string | null] => {
  if (residents == null) return ['Проживают', null]
  return [
    plural(residents, ['Проживает', 'Проживают', 'Проживают']),
    count(residents, ['человек', 'человека', 'человек']),
  ]
}

const lineView = (line: InvoiceLine, index: number): InvoiceLineView => ({
  key: `${index} ${line.service}`,
  service: withNoBreaks(line.service),
  volume: line.volume == null ? '' : volumeInWords(line.volume, line.unit),
  tariff: line.tariff == null ? '' : tariffInRubles(line.tariff),
  charged: formatAmount(line.charged),
  recalculation: line.recalculation ? formatAmount(line.recalculation) : '',
  benefit: line.benefit ? formatAmount(benefitInTotal(line)) : '',
  total: formatAmount(line.total),
})

const totalOfLines = (lines: readonly InvoiceLine[]): InvoiceLineView | null => {
  const charged = sumOf(lines.map((line) => line.charged))
  const recalculation = sumOf(lines.map((line) => line.recalculation ?? 0))
  const benefit = sumOf(lines.map((line) => (line.benefit ? benefitInTotal(line) : 0)))
  const total = sumOf(lines.map((line) => line.total))
  if (lines.length === 0 || charged === null || recalculation === null || benefit === null || total === null)
    return null
  return {
    key: 'total',
    service: 'Всего',
    volume: '',
    tariff: '',
    charged: formatAmount(charged),
    recalculation: formatAmount(recalculation),
    benefit: formatAmount(benefit),
    total: formatAmount(total),
  }
}

/** What a benefit adds to the total: negative, unless it is taken back. APIs differ in the sign of `benefit`. */
export const benefitInTotal = ({ charged, recalculation, benefit, total }: InvoiceLine) => {
  const rest = total - charged - (recalculation ?? 0)
  const size = Math.abs(benefit ?? 0)
  return rest === size ? size : -size
}

const sumsOf = ({ openingBalance, lines, penalty, paid }: Invoice) => {
  const charged = sumOf(lines.map(({ total }) => total))
  return [
    {
      term: openingBalance < 0 ? 'Переплата на начало месяца' : 'Долг на начало месяца',
      description: formatRubles(Math.abs(openingBalance)),
    },
    // Left out when it is too large for a number.
    ...(charged === null ? [] : [{ term: 'Начислено за месяц', description: formatRubles(charged) }]),
    { term: 'Пени', description: formatRubles(penalty) },
    // Below zero: since the issue, refunds and corrections have exceeded the payments.
    paid < 0
      ? { term: 'Возвраты и исправления', description: formatRubles(-paid) }
      : { term: 'Оплачено', description: formatRubles(paid) },
  ]
}

const outcomeOf = ({ total }: Invoice) =>
  total < 0
    ? { term: 'Переплата', description: formatRubles(-total) }
    : { term: 'К оплате', description: formatRubles(total) }
