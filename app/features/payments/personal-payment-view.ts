import type { Account } from 'contract/accounts'
import type { Payment, SavedMethod } from 'contract/payments'
import { formatCardExpiry } from 'format/card-expiry'
import { formatMoment, formatMomentBeside } from 'format/dates'
import { formatRubles, inForms } from 'format/money'
import { count } from 'format/plural'
import { paths } from '~/paths'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance-view'
import {
  isOwn,
  type ListedPending,
  mayPayTheDebt,
  type PendingSum,
  sortPending,
  waitsForPayer,
} from './pending-payments'

/** So many pending payments are named one by one. */
const MOST_NAMED = 5

/** What the personal payment page says of its account. */
export interface PersonalPaymentView {
  account: string
  title: string | null
  address: string | null
  /** What the account owes: only what the bank has confirmed lowers it. Null: it could not be told. */
  toPay: BalanceView | null
  /** Kopecks, not below zero. */
  owed: number
  begun: BegunPayments | null
  /** Of which nobody knows whether they were taken. */
  unanswered: NamedPayments | null
  begunByOthers: string | null
  methods: readonly { value: string; title: string; hint: string | null }[]
  /** The saved cards could not be loaded just now. */
  lacksMethods: boolean
}

/** What the customer has begun and the bank has not confirmed. */
export interface BegunPayments {
  /** The newest of them, each with the way to go on. */
  payments: readonly BegunPayment[]
  /** Of those that are not named. */
  more: string | null
  /** A payment begun in their place, its sum as forms take it; null where one of them can't be replaced. */
  anew: { words: string; amount: string } | null
}

export interface BegunPayment {
  words: string
  /** 'continue' on the bank's page; 'check' what became of a charge. */
  step: 'continue' | 'check'
  to: string
}

/** Payments, and the ways to the newest of them. */
export interface NamedPayments {
  words: string
  payments: readonly { text: string; to: string }[]
}

interface Loaded {
  account: Account
  pending: ListedPending
  /** Null where they could not be loaded. */
  methods: readonly SavedMethod[] | null
}

export interface Shown {
  timeZone: string
  now: Date
  /** The bank's page as a link may name it; null for an address that may not be gone to. */
  bankPage(confirmationUrl: string | null | undefined): string | null
}

export const viewOfPersonalPayment = (
  { account, pending, methods }: Loaded,
  shown: Shown,
): PersonalPaymentView => {
  const { balance } = account
  const { own, unanswered, others } = sortPending(pending)
  return {
    account: account.account,
    title: account.title?.trim() || null,
    address: account.address?.trim() || null,
    toPay: viewOfBalance(balance),
    owed: Math.max(0, balance),
    begun: begunPayments(own, pending, balance, shown),
    unanswered: unansweredPayments(unanswered, balance, shown.timeZone),
    begunByOthers: others.count > 0 ? begunByOthersWords(others, balance) : null,
    methods: (methods ?? []).map(({ id, title, expiresAt }) => ({
      value: id,
      title,
      hint: formatCardExpiry(expiresAt),
    })),
    lacksMethods: methods === null,
  }
}

/** The same of a form that was refused while the API tells nothing: what was posted, and no more. */
export const viewOfRefusedPayment = (posted: (name: string) => string): PersonalPaymentView => ({
  account: posted('account'),
  title: null,
  address: null,
  toPay: null,
  owed: 0,
  begun: null,
  unanswered: null,
  begunByOthers: null,
  methods: posted('paymentMethod')
    ? [{ value: posted('paymentMethod'), title: 'Сохранённая карта', hint: null }]
    : [],
  lacksMethods: false,
})

const begunPayments = (
  own: ListedPending,
  pending: ListedPending,
  balance: number,
  shown: Shown,
): BegunPayments | null => {
  const [newest] = own.payments
  if (!newest) return null
  const unnamed = own.count - Math.min(own.payments.length, MOST_NAMED)
  const amount = balance > 0 ? balance : newest.amount
  const isReplaceable = mayPayTheDebt(pending).every((payment) => isOwn(payment) && waitsForPayer(payment))
  return {
    payments: own.payments.slice(0, MOST_NAMED).map((payment) => begunPayment(payment, shown)),
    more: unnamed > 0 ? `И ещё ${countPayments(unnamed)}.` : null,
    anew: isReplaceable
      ? {
          words: `Или заплатите ${formatRubles(amount)} заново. Незаконченную оплату тогда не продолжайте, чтобы не заплатить дважды.`,
          amount: inForms(amount),
        }
      : null,
  }
}

const begunPayment = (payment: Payment, { timeZone, now, bankPage }: Shown): BegunPayment => {
  const { id, amount, createdAt, method, source, confirmationUrl } = payment
  const sum = formatRubles(amount)
  const when = formatMomentBeside(createdAt, now, timeZone)
  const result = paths.personalPayResult(id)
  if (waitsForPayer(payment)) {
    const words = `Вы начали оплату ${sum} ${when}, банк её ещё не подтвердил.`
    return { words, step: 'continue', to: bankPage(confirmationUrl) ?? result }
  }
  const what = source === 'autopayment' ? 'Автоплатёж' : 'Списание с сохранённой карты'
  const by = method?.title ? ` (${method.title})` : ''
  return { words: `${what} ${sum}${by}: начато ${when}, банк ещё не ответил.`, step: 'check', to: result }
}

const countPayments = (number: number) => count(number, ['платёж', 'платежа', 'платежей'])

const sumInWords = ({ count: number, totalAmount }: PendingSum) =>
  `${countPayments(number)} на ${formatRubles(totalAmount)}`

const unansweredPayments = (
  unanswered: ListedPending,
  balance: number,
  timeZone: string,
): NamedPayments | null => {
  if (unanswered.count === 0) return null
  const what = `Банк так и не ответил, списаны ли деньги: ${sumInWords(unanswered)}.`
  return {
    words:
      balance > 0
        ? `${what} В сумме к оплате это не учтено: прежде чем платить, проверьте списания по карте.`
        : `${what} Проверьте списания по карте.`,
    payments: unanswered.payments.slice(0, MOST_NAMED).map(({ id, amount, createdAt }) => ({
      text: `${formatRubles(amount)}, ${formatMoment(createdAt, timeZone)}`,
      to: paths.personalPayResult(id),
    })),
  }
}

const begunByOthersWords = (others: PendingSum, balance: number) => {
  const what = `Ещё не завершено, начато не из вашего кабинета: ${sumInWords(others)}.`
  return balance > 0 ? `${what} Сумма к оплате уменьшится, когда деньги дойдут.` : what
}
