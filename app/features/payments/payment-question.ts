import type { Payment } from 'contract/payments'
import { formatMomentBeside } from 'format/dates'
import { formatRubles } from 'format/money'
import { count } from 'format/plural'
import { isOwn, type ListedPending, mayPayTheDebt, waitsForPayer } from './pending-payments'

/** So many payments under way are named one by one. */
const MOST_NAMED = 5

interface Wanted {
  /** Kopecks: the sum that is to be paid, and what is owed. */
  amount: number
  balance: number
}

/**
 * What a customer is asked before a payment that, together with those under way, comes to more than is owed: who began
 * them, when and by what. Null where there is nothing to ask.
 */
export const questionBefore = (
  { amount, balance }: Wanted,
  pending: ListedPending,
  { timeZone, now }: { timeZone: string; now: Date },
): string[] | null => {
  const payments = mayPayTheDebt(pending)
  // All of them count, those too that are not listed.
  const isWhole = payments.length === pending.payments.length
  const number = isWhole ? pending.count : payments.length
  const total = isWhole ? pending.totalAmount : payments.reduce((sum, payment) => sum + payment.amount, 0)
  if (number === 0 || total + amount <= balance) return null
  const unnamed = number - Math.min(payments.length, MOST_NAMED)
  return [
    ...payments
      .slice(0, MOST_NAMED)
      .map((payment) => begun(payment, formatMomentBeside(payment.createdAt, now, timeZone))),
    ...(unnamed > 0 ? [`И ещё ${count(unnamed, ['платёж', 'платежа', 'платежей'])}.`] : []),
    `Вместе с новым платежом получится ${formatRubles(total + amount)}, а ${owed(balance)}.`,
  ]
}

const begun = (payment: Payment, when: string): string => {
  const { amount, method, source, unanswered } = payment
  const sum = formatRubles(amount)
  const by = method?.title ? ` (${method.title})` : ''
  if (unanswered) return `Вы начали платить ${sum}${by} ${when}, и банк так и не ответил, списаны ли деньги.`
  if (source === 'autopayment') return `Автоплатёж уже платит ${sum}${by}, начал ${when}.`
  if (!isOwn(payment)) return `Из другого кабинета уже платят ${sum}${by}, начали ${when}.`
  return waitsForPayer(payment)
    ? `Вы уже платите ${sum}: начали ${when} на странице банка.`
    : `Вы уже платите ${sum}${by || ' сохранённой картой'}: начали ${when}.`
}

const owed = (balance: number) => (balance > 0 ? `к оплате ${formatRubles(balance)}` : 'долга нет')
