import type { Account } from 'contract/accounts'
import type { Payment, SavedMethod } from 'contract/payments'
import { formatMoment, formatMomentBeside } from 'format/dates'
import { amountForInput, formatRubles } from 'format/money'
import { methodInWords } from 'format/payment-method'
import { count } from 'format/plural'
import { shownText, shownTitle } from 'format/shown-text'
import { paths } from '~/paths'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance'
import type { PendingStep } from '~/ui/post-form/form-reply'
import { type CardView, postedCard, viewOfMethods } from './card-choice'
import {
  type BankPage,
  basketAmountOf,
  isOwn,
  type ListedPending,
  mayPayTheDebt,
  type PendingSum,
  pendingStep,
  sortPending,
  waitsForPayer,
} from './pending-payments'

/** The maximum number of pending payments that are listed. */
const MAX_LISTED = 5

/** The personal payment page's account and pending payments, formatted. */
export interface PersonalPaymentView {
  account: string
  title: string | null
  address: string | null
  /** The debt; pending payments do not reduce it. Null: it could not be loaded. */
  toPay: BalanceView | null
  /** Kopecks, not below zero. */
  owed: number
  /** For a hidden field: the balance that the page shows, kopecks; empty if unknown. */
  displayedBalance: string
  pendingPayments: PendingPaymentsView | null
  /** Payments with an unknown outcome. */
  unanswered: NamedPayments | null
  pendingOfOthers: string | null
  methods: readonly CardView[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
  /** Why the account can't be paid here; null: it can. */
  unpayable: string | null
}

/** The customer's pending payments. */
export interface PendingPaymentsView {
  /** The newest ones, each with a link to continue. */
  payments: readonly PendingPaymentView[]
  /** How many are not listed. */
  more: string | null
  /**
   * A new payment of the debt instead of them, its amount in the format of forms; null if one of them can't be
   * replaced, or if nothing is owed.
   */
  replacement: { words: string; amount: string } | null
}

interface PendingPaymentView extends PendingStep {
  words: string
  /** Its sum and moment, which distinguish its link for screen readers. */
  which: string
}

/** Payments, with links to the newest of them. */
export interface NamedPayments {
  words: string
  payments: readonly { text: string; to: string }[]
}

interface PageData {
  account: Account
  pending: ListedPending
  /** Null when they could not be loaded. */
  methods: readonly SavedMethod[] | null
  /** The saved card that a rejected form has chosen. */
  chosenCard: string | null
}

interface ViewContext {
  timeZone: string
  now: Date
  bankPage: BankPage
}

export const viewOfPersonalPayment = (
  { account, pending, methods, chosenCard }: PageData,
  shown: ViewContext,
): PersonalPaymentView => {
  const { balance } = account
  const { own, unanswered, others } = sortPending(pending)
  return {
    account: account.account,
    title: shownTitle(account.title),
    address: shownText(account.address),
    toPay: viewOfBalance(balance),
    owed: Math.max(0, balance),
    displayedBalance: String(balance),
    pendingPayments: viewOfPending(own, pending, balance, shown),
    unanswered: unansweredPayments(unanswered, balance, shown.timeZone),
    pendingOfOthers: others.count > 0 ? pendingOfOthersWords(others, balance) : null,
    methods: methods ? viewOfMethods(methods) : postedCard(chosenCard),
    lacksMethods: methods === null,
    unpayable: shownText(account.unpayable),
  }
}

/** The same for a rejected form while the API fails: only the posted values are known. */
export const viewOfRefusedPayment = (getValue: (name: string) => string): PersonalPaymentView => ({
  account: getValue('account'),
  title: null,
  address: null,
  toPay: null,
  owed: 0,
  displayedBalance: getValue('seenBalance'),
  pendingPayments: null,
  unanswered: null,
  pendingOfOthers: null,
  methods: postedCard(getValue('paymentMethod')),
  lacksMethods: false,
  unpayable: null,
})

const viewOfPending = (
  own: ListedPending,
  pending: ListedPending,
  balance: number,
  shown: ViewContext,
): PendingPaymentsView | null => {
  if (own.payments.length === 0) return null
  const unnamed = own.count - Math.min(own.payments.length, MAX_LISTED)
  const isReplaceable = mayPayTheDebt(pending).every((payment) => isOwn(payment) && waitsForPayer(payment))
  return {
    payments: own.payments.slice(0, MAX_LISTED).map((payment) => ({
      ...pendingStep(payment, shown.bankPage),
      words: pendingWords(payment, shown) + partWords(payment),
      which: sumAndMoment(payment, shown.timeZone),
    })),
    more: unnamed > 0 ? `И ещё ${countPayments(unnamed)}.` : null,
    replacement:
      isReplaceable && balance > 0
        ? { words: replacementWords(balance, own.payments), amount: amountForInput(balance) }
        : null,
  }
}

const pendingWords = (payment: Payment, { timeZone, now }: ViewContext): string => {
  const { amount, createdAt, method, source } = payment
  const sum = formatRubles(amount)
  const when = formatMomentBeside(createdAt, now, timeZone)
  if (waitsForPayer(payment)) return `Вы начали оплату ${sum} ${when}, банк её ещё не подтвердил.`
  const [what, verb] =
    source === 'autopayment' ? ['Автоплатёж', 'начат'] : ['Списание с сохранённой карты', 'начато']
  const by = method ? ` (${methodInWords(method)})` : ''
  return `${what} ${sum}${by}: ${verb} ${when}, банк ещё не ответил.`
}

const partWords = (payment: Payment): string => {
  const inAll = basketAmountOf(payment)
  return inAll === null
    ? ''
    : ` Это часть одного платежа за несколько лицевых счетов: всего банк спишет ${formatRubles(inAll)}.`
}

const replacementWords = (balance: number, pending: readonly Payment[]): string => {
  const hasOthers = pending.some((payment) => basketAmountOf(payment) !== null)
  const [only, others] = hasOthers
    ? [', только по этому лицевому счёту', ': другие её лицевые счета оплатите отдельно']
    : ['', '']
  return `Или заплатите ${formatRubles(balance)} заново${only}. Незаконченную оплату тогда не продолжайте, чтобы не заплатить дважды${others}.`
}

const countPayments = (number: number) => count(number, ['платёж', 'платежа', 'платежей'])

const sumInWords = ({ count: number, totalAmount }: PendingSum) =>
  `${countPayments(number)} на ${formatRubles(totalAmount)}`

const sumAndMoment = ({ amount, createdAt }: Payment, timeZone: string) =>
  `${formatRubles(amount)}, ${formatMoment(createdAt, timeZone)}`

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
    payments: unanswered.payments.slice(0, MAX_LISTED).map((payment) => ({
      text: sumAndMoment(payment, timeZone),
      to: paths.personalPayResult(payment.id),
    })),
  }
}

const pendingOfOthersWords = (others: PendingSum, balance: number) => {
  const what = `Ещё не завершено, начато не из вашего кабинета: ${sumInWords(others)}.`
  if (balance <= 0) return what
  return `${what} Сумма к оплате уменьшится, если ${others.count === 1 ? 'он пройдёт' : 'они пройдут'}.`
}
