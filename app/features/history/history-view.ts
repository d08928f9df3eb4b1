import type { historyAnswer, Payment } from 'contract/payments'
import { formatNumericMoment } from 'format/dates'
import { declineFactInWords, isOutcomeUnknown, isRefusal } from 'format/decline-reason'
import { formatRubles, refundedInWords } from 'format/money'
import { methodInWords } from 'format/payment-method'
import { count } from 'format/plural'
import type { z } from 'zod'
import type { BadgeTone } from '~/ui/badge/badge'

/** A payment as both the list and the CSV file show it. */
export interface PaymentInWords {
  status: { text: string; tone: BadgeTone }
  /** Why it was canceled. */
  reason: string | null
  /** The refunded amount. */
  refunded: string | null
  method: string
  source: string
  /** The fiscal receipt: a link, or its status in words. */
  receipt: { url?: string; text: string }
}

/** A payment as the list shows it. */
export interface PaymentView extends Omit<PaymentInWords, 'refunded' | 'reason'> {
  /** Below the status: why it was canceled, or what was refunded; usually absent. */
  reason?: string | undefined
  /** '05.10.2026 12:12' */
  when: string
  amount: string
}

const statuses: Readonly<Record<Payment['status'], PaymentInWords['status']>> = {
  pending: { text: 'Ожидает', tone: 'due' },
  succeeded: { text: 'Оплачен', tone: 'paid' },
  canceled: { text: 'Отменён', tone: 'default' },
}

const noAnswerStatus: PaymentInWords['status'] = { text: 'Нет ответа банка', tone: 'due' }
const refusedStatus: PaymentInWords['status'] = { text: 'Не прошёл', tone: 'default' }

const statusOf = (payment: Payment) => {
  if (isOutcomeUnknown(payment)) return noAnswerStatus
  return payment.status === 'canceled' && isRefusal(payment.cancelReason)
    ? refusedStatus
    : statuses[payment.status]
}

const sources: Readonly<Record<Payment['source'], string>> = {
  guest: 'Без входа в кабинет',
  personal: 'Личный кабинет',
  autopayment: 'Автоплатёж',
}

const NOTHING = '—'

const receiptStatuses: Readonly<Record<NonNullable<Payment['receiptStatus']>, string>> = {
  pending: 'Готовится',
  done: 'На почте',
  failed: 'Не оформлен',
}

/** Unknown values are shown as a dash. `receipt` is the checked address of the fiscal receipt. */
export const paymentInWords = (payment: Payment, receipt: string | null): PaymentInWords => ({
  status: statusOf(payment),
  // Without advice: an old payment must not invite to pay a debt that was paid since.
  reason:
    payment.status === 'canceled'
      ? declineFactInWords(payment.cancelReason, payment.method?.kind === 'sbp')
      : null,
  refunded: payment.status === 'succeeded' ? refundedInWords(payment) : null,
  method: payment.method ? methodInWords(payment.method) : NOTHING,
  source: sources[payment.source],
  receipt: receiptOf(payment, receipt),
})

export const viewOfPayment = (
  payment: Payment,
  { timeZone, receipt }: { timeZone: string; receipt: string | null },
): PaymentView => {
  const { refunded, reason, ...words } = paymentInWords(payment, receipt)
  const why = reason ?? refunded
  return {
    ...words,
    ...(why && { reason: why }),
    when: formatNumericMoment(payment.createdAt, timeZone),
    amount: formatRubles(payment.amount),
  }
}

const receiptOf = ({ receiptStatus, source }: Payment, url: string | null): PaymentInWords['receipt'] => {
  if (url) return { url, text: 'Открыть чек' }
  // A guest has typed an address of their own.
  if (receiptStatus === 'done' && source === 'guest') return { text: 'У плательщика' }
  return { text: receiptStatus ? receiptStatuses[receiptStatus] : NOTHING }
}

/** The total of the filtered payments. */
export interface TotalInWords {
  /** 'Оплачено: 12 платежей на 34 567,89 ₽' */
  total: string
  /** Payments that brought no money, counted apart. */
  rest?: string | undefined
}

const payments = (number: number) => count(number, ['платёж', 'платежа', 'платежей'])

/** Null if there are no payments. A product API without `paidCount` has one total for payments of every status. */
export const totalInWords = (
  { count: paymentCount, totalAmount, paidCount, paidAmount }: z.output<typeof historyAnswer>['meta'],
  status: string,
): TotalInWords | null => {
  if (paymentCount === 0) return null
  if (typeof paidCount !== 'number' || typeof paidAmount !== 'number')
    return { total: `${payments(paymentCount)} на ${formatRubles(totalAmount)}` }
  const unpaid = paymentCount - paidCount
  const rest = `${unpaidTitles[status] ?? 'Не прошли, отменены или ждут ответа банка'}: ${payments(unpaid)}`
  if (paidCount === 0) return { total: rest }
  const total = `Оплачено: ${payments(paidCount)} на ${formatRubles(paidAmount)}`
  return unpaid > 0 ? { total, rest: `${rest}, в сумму не входят` } : { total }
}

const unpaidTitles: Readonly<Record<string, string>> = {
  pending: 'Ждут ответа банка',
  canceled: 'Не прошли или отменены',
}
