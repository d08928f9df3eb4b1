import type { Payment } from 'contract/payments'
import { formatMomentBeside } from 'format/dates'
import { formatRubles, sumOf } from 'format/money'
import { methodInWords } from 'format/payment-method'
import { count } from 'format/plural'
import { chargedInAll, isOwn, type ListedPending, mayPayTheDebt, waitsForPayer } from './pending-payments'

/** The maximum number of payments that are listed. */
const MAX_LISTED = 5

interface IntendedPayment {
  /** Kopecks: the amount to pay, and the debt. */
  amount: number
  balance: number
  /** What was owed by the page that was pressed; null where it did not say. */
  displayedBalance: number | null
}

interface Others {
  pending: ListedPending
  /** The account's latest payments. */
  succeeded: readonly Payment[]
}

interface Shown {
  timeZone: string
  now: Date
}

/** By how much the balance has fallen since the page was drawn, where the payment is now more than is owed; else 0. */
export const fallenSince = ({ amount, balance, displayedBalance }: IntendedPayment): number =>
  displayedBalance !== null && amount > balance ? Math.max(0, displayedBalance - balance) : 0

/**
 * The question before a payment that exceeds the debt, because of what was paid since its page was drawn or together with
 * the pending payments: who paid or began them, when and with what. Null when there is nothing to ask.
 */
export const questionBefore = (
  payment: IntendedPayment,
  { pending, succeeded }: Others,
  shown: Shown,
): string[] | null => {
  const { amount, balance } = payment
  const paid = paidSince(fallenSince(payment), succeeded, shown)
  const pendingSummary = summarizePending(payment, pending, shown)
  const inAll = pendingSummary && sumOf([pendingSummary.total, amount])
  if (pendingSummary)
    return [
      ...paid,
      ...pendingSummary.words,
      inAll === null
        ? `Новый платёж — ${formatRubles(amount)}, а ${owed(balance)}.`
        : `Вместе с новым платежом получится ${formatRubles(inAll)}, а ${owed(balance)}.`,
    ]
  if (paid.length === 0) return null
  return [...paid, `Новый платёж — ${formatRubles(amount)}, а ${owed(balance)}.`]
}

/** The newest payments whose sum is what the balance has fallen by; where there are none such, the sum alone. */
const paidSince = (fallen: number, succeeded: readonly Payment[], { timeZone, now }: Shown): string[] => {
  if (fallen === 0) return []
  const newest = succeeded
    .toSorted((a, b) => Date.parse(momentOf(b)) - Date.parse(momentOf(a)))
    .slice(0, MAX_LISTED)
  for (let number = 1; number <= newest.length; number += 1) {
    const named = newest.slice(0, number)
    if (named.reduce((sum, payment) => sum + payment.amount, 0) === fallen)
      return named.map((payment) => done(payment, formatMomentBeside(momentOf(payment), now, timeZone)))
  }
  return [`С тех пор как вы открыли страницу, по этому лицевому счёту зачтено ${formatRubles(fallen)}.`]
}

const momentOf = ({ paidAt, createdAt }: Payment) => paidAt ?? createdAt

const done = ({ amount, method, source, own }: Payment, when: string): string => {
  const sum = `${formatRubles(amount)}${method ? ` (${methodInWords(method)})` : ''}`
  if (source === 'autopayment') return `Автоплатёж уже заплатил ${sum} ${when}.`
  if (own === false) return `По этому лицевому счёту уже заплатили ${sum} ${when}, не из вашего кабинета.`
  return `Вы уже заплатили ${sum} ${when}.`
}

const summarizePending = (
  { amount, balance }: IntendedPayment,
  pending: ListedPending,
  { timeZone, now }: Shown,
): { words: string[]; total: number } | null => {
  const payments = mayPayTheDebt(pending)
  // Unlisted payments count as well.
  const isWhole = payments.length === pending.payments.length
  const number = isWhole ? pending.count : payments.length
  const total = isWhole ? pending.totalAmount : payments.reduce((sum, payment) => sum + payment.amount, 0)
  if (number === 0 || total + amount <= balance) return null
  const unnamed = number - Math.min(payments.length, MAX_LISTED)
  const words = [
    ...payments
      .slice(0, MAX_LISTED)
      .map((payment) => pendingInWords(payment, formatMomentBeside(payment.createdAt, now, timeZone))),
    ...(unnamed > 0 ? [`И ещё ${count(unnamed, ['платёж', 'платежа', 'платежей'])}.`] : []),
  ]
  return { words, total }
}

const pendingInWords = (payment: Payment, when: string): string => {
  const { amount, method, source, unanswered } = payment
  const inAll = chargedInAll(payment)
  const sum =
    formatRubles(amount) + (inAll === null ? '' : ` из ${formatRubles(inAll)} за несколько лицевых счетов`)
  const by = method ? ` (${methodInWords(method)})` : ''
  if (unanswered) return `Вы начали платить ${sum}${by} ${when}, и банк так и не ответил, списаны ли деньги.`
  if (source === 'autopayment') return `Автоплатёж уже платит ${sum}${by}, начал ${when}.`
  if (!isOwn(payment)) return `Из другого кабинета уже платят ${sum}${by}, начали ${when}.`
  return waitsForPayer(payment)
    ? `Вы уже платите ${sum}: начали ${when} на странице банка.`
    : `Вы уже платите ${sum}${by || ' сохранённой картой'}: начали ${when}.`
}

const owed = (balance: number) => (balance > 0 ? `к оплате ${formatRubles(balance)}` : 'долга нет')
