import type { Account } from 'contract/accounts'
import type { SavedMethod } from 'contract/payments'
import { formatCardExpiry } from 'format/card-expiry'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { count } from 'format/plural'
import { paths } from '~/paths'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance-view'
import { type ListedPending, type PendingSum, sortPending } from './pending-payments'

/** So many pending payments are named one by one. */
const MOST_NAMED = 5

/** What the personal payment page says of its account. */
export interface PersonalPaymentView {
  account: string
  title: string | null
  address: string | null
  /** What is left to pay when the customer's payments under way come through; null: it could not be told. */
  toPay: BalanceView | null
  /** Kopecks, not below zero. */
  remainder: number
  pending: NamedPayments | null
  /** Of which nobody knows whether they were taken. */
  unanswered: NamedPayments | null
  begunByOthers: string | null
  methods: readonly { value: string; title: string; hint: string | null }[]
  /** The saved cards could not be loaded just now. */
  lacksMethods: boolean
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

/** A bill once paid in part asks for the remainder, and the customer's payment under way counts as if it had come through. */
export const viewOfPersonalPayment = (
  { account, pending, methods }: Loaded,
  timeZone: string,
): PersonalPaymentView => {
  const { balance } = account
  const { own, unanswered, others } = sortPending(pending)
  const named = ({ count: number, payments }: ListedPending, words: string): NamedPayments | null =>
    number === 0
      ? null
      : {
          words,
          payments: payments.slice(0, MOST_NAMED).map(({ id, amount, createdAt }) => ({
            text: `${formatRubles(amount)}, ${formatMoment(createdAt, timeZone)}`,
            to: paths.personalPayResult(id),
          })),
        }
  const left = balance > 0 ? Math.max(0, balance - own.totalAmount) : balance
  return {
    account: account.account,
    title: account.title?.trim() || null,
    address: account.address?.trim() || null,
    toPay: viewOfBalance(left),
    remainder: Math.max(0, left),
    pending: named(own, pendingWords(own, balance)),
    unanswered: named(unanswered, unansweredWords(unanswered, balance)),
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
  remainder: 0,
  pending: null,
  unanswered: null,
  begunByOthers: null,
  methods: posted('paymentMethod')
    ? [{ value: posted('paymentMethod'), title: 'Сохранённая карта', hint: null }]
    : [],
  lacksMethods: false,
})

const sumInWords = ({ count: number, totalAmount }: PendingSum) =>
  `${count(number, ['платёж', 'платежа', 'платежей'])} на ${formatRubles(totalAmount)}`

const pendingWords = (own: PendingSum, balance: number) => {
  const what = `Ещё не завершено: ${sumInWords(own)}.`
  return balance > 0 ? `${what} Это уже учтено в сумме к оплате.` : what
}

const unansweredWords = (unanswered: PendingSum, balance: number) => {
  const what = `Банк так и не ответил, списаны ли деньги: ${sumInWords(unanswered)}.`
  return balance > 0
    ? `${what} В сумме к оплате это не учтено: прежде чем платить, проверьте списания по карте.`
    : `${what} Проверьте списания по карте.`
}

const begunByOthersWords = (others: PendingSum, balance: number) => {
  const what = `Ещё не завершено, начато не из вашего кабинета: ${sumInWords(others)}.`
  return balance > 0 ? `${what} Сумма к оплате уменьшится, когда деньги дойдут.` : what
}
