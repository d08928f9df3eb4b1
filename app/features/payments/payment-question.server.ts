import type { Payment } from 'contract/payments'
import { formatMomentBeside } from 'format/dates'
import { formatRubles, sumOf } from 'format/money'
import { methodInWords } from 'format/payment-method'
import { count } from 'format/plural'
import type { Failure } from '~/api-client/failure'
import type { PortalConfig } from '~/server/config.server'
import type { Api } from '~/server/pages/guards.server'
import { bankLink } from '~/server/payments/bank-page.server'
import type { PendingStep } from '~/ui/post-form/form-reply'
import {
  basketAmountOf,
  isOwn,
  type ListedPending,
  mayPayTheDebt,
  pendingOf,
  pendingQuery,
  pendingStep,
  sortPending,
  waitsForPayer,
} from './pending-payments'

/** The maximum number of payments that are listed. */
const MAX_LISTED = 5

interface IntendedPayment {
  /** Kopecks: the amount to pay, and the debt. */
  amount: number
  balance: number
  /** The balance that the page showed; null if unknown. */
  displayedBalance: number | null
}

interface OtherPayments {
  pending: ListedPending
  /** The account's latest payments. */
  succeeded: readonly Payment[]
}

interface TimeContext {
  timeZone: string
  now: Date
}

/** How much the balance has decreased since the page was drawn, kopecks; 0 if the payment does not exceed the debt. */
const decreaseSincePage = ({ amount, balance, displayedBalance }: IntendedPayment): number =>
  displayedBalance !== null && amount > balance ? Math.max(0, displayedBalance - balance) : 0

/**
 * The question before a payment that exceeds the debt, because of payments since the page was drawn, or together with
 * pending payments. Names who paid or began them, when and with what. Null when there is nothing to ask.
 */
export const questionBefore = (
  payment: IntendedPayment,
  { pending, succeeded }: OtherPayments,
  shown: TimeContext,
): string[] | null => {
  const { amount, balance } = payment
  const paid = paidSince(decreaseSincePage(payment), succeeded, shown)
  const pendingSummary = summarizePending(payment, pending, shown)
  const inAll = pendingSummary && sumOf([pendingSummary.total, amount])
  if (pendingSummary)
    return [
      ...paid,
      ...pendingSummary.words,
      inAll === null
        ? `Новый платёж — ${formatRubles(amount)}, а ${debtInWords(balance)}.`
        : `Вместе с новым платежом получится ${formatRubles(inAll)}, а ${debtInWords(balance)}.`,
    ]
  if (paid.length === 0) return null
  return [...paid, `Новый платёж — ${formatRubles(amount)}, а ${debtInWords(balance)}.`]
}

/** The newest payments whose sum is the decrease of the balance; if none fit, the decrease alone. */
const paidSince = (
  decrease: number,
  succeeded: readonly Payment[],
  { timeZone, now }: TimeContext,
): string[] => {
  if (decrease === 0) return []
  const newest = succeeded
    .toSorted((a, b) => Date.parse(momentOf(b)) - Date.parse(momentOf(a)))
    .slice(0, MAX_LISTED)
  for (let number = 1; number <= newest.length; number += 1) {
    const candidates = newest.slice(0, number)
    if (candidates.reduce((sum, payment) => sum + payment.amount, 0) === decrease)
      return candidates.map((payment) =>
        paymentDoneInWords(payment, formatMomentBeside(momentOf(payment), now, timeZone)),
      )
  }
  return [`С тех пор как вы открыли страницу, по этому лицевому счёту зачтено ${formatRubles(decrease)}.`]
}

const momentOf = ({ paidAt, createdAt }: Payment) => paidAt ?? createdAt

const paymentDoneInWords = ({ amount, method, source, own }: Payment, when: string): string => {
  const sum = `${formatRubles(amount)}${method ? ` (${methodInWords(method)})` : ''}`
  if (source === 'autopayment') return `Автоплатёж уже заплатил ${sum} ${when}.`
  if (own === false) return `По этому лицевому счёту уже заплатили ${sum} ${when}, не из вашего кабинета.`
  return `Вы уже заплатили ${sum} ${when}.`
}

const summarizePending = (
  { amount, balance }: IntendedPayment,
  pending: ListedPending,
  { timeZone, now }: TimeContext,
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
  const inAll = basketAmountOf(payment)
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

const debtInWords = (balance: number) => (balance > 0 ? `к оплате ${formatRubles(balance)}` : 'долга нет')

type IntendedPart = Omit<IntendedPayment, 'balance'> & { account: string }

/**
 * `details`: sentences by account, if the question is about several. `pendingPayment`: the next step of the customer's
 * newest pending payment for the same debt.
 */
export interface PaymentQuestion {
  kind: 'question'
  words: string[]
  details: string[]
  pendingPayment: PendingStep | null
}

export type Question = { kind: 'nothing' } | PaymentQuestion | { kind: 'failed'; failure: Failure }

/** The history query for an account's latest payments. */
const succeededQuery = { status: 'succeeded', limit: '20' } as const

/**
 * Decides whether to ask the customer before this payment, by the current debts, the pending payments and what the page
 * said. For several accounts the words name the account, or say how many accounts the details are about. An account that
 * is not the customer's is rejected later by the payment call itself. `confirmed`: the customer knows of the pending
 * payments.
 */
export const askBeforePayment = async (
  api: Api,
  parts: readonly IntendedPart[],
  {
    confirmed,
    config,
  }: { confirmed: boolean; config: Pick<PortalConfig, 'timeZone' | 'publicUrl' | 'paymentOrigins'> },
): Promise<Question> => {
  // One after the other: a payment that succeeds in between is then seen as pending or as paid, never as neither.
  const histories = confirmed
    ? []
    : await Promise.all(
        parts.map(({ account }) => api.submit('history', { id: account, query: pendingQuery })),
      )
  const accounts = await api.submit('accounts', { query: {} })
  if (!accounts.ok) return { kind: 'failed', failure: accounts.failure }
  const questions: string[][] = []
  const own: Payment[] = []
  for (const [index, { account, amount, displayedBalance }] of parts.entries()) {
    const paid = accounts.answer.data.find((one) => one.account === account)
    if (!paid) continue
    const history = histories[index]
    if (history && !history.ok) return { kind: 'failed', failure: history.failure }
    const pending = history ? pendingOf(history.answer) : nonePending
    const shown = { timeZone: config.timeZone, now: new Date() }
    const payment = { amount, balance: paid.balance, displayedBalance }
    const succeeded = decreaseSincePage(payment) > 0 ? await loadSucceeded(api, account) : []
    const question = questionBefore(payment, { pending, succeeded }, shown)
    if (!question) continue
    const about = parts.length > 1 ? `Лицевой счёт ${account}. ` : ''
    questions.push(question.map((sentence) => about + sentence))
    own.push(...sortPending(pending).own.payments)
  }
  if (questions.length === 0) return { kind: 'nothing' }
  const [newest] = own.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const bankPage = (confirmationUrl: string | null | undefined) => bankLink(confirmationUrl, config)
  const pendingPayment = newest ? pendingStep(newest, bankPage) : null
  return questions.length === 1
    ? { kind: 'question', words: questions.flat(), details: [], pendingPayment }
    : {
        kind: 'question',
        words: [severalAccountsInWords(questions.length)],
        details: questions.flat(),
        pendingPayment,
      }
}

const severalAccountsInWords = (accounts: number) =>
  `По ${accounts} из этих лицевых счетов уже платят или заплатили: вместе с новым платежом получится больше, чем к оплате.`

const nonePending: ListedPending = { payments: [], count: 0, totalAmount: 0 }

/** Empty if they can't be loaded: the question is still asked, without naming payments. */
const loadSucceeded = async (api: Api, account: string): Promise<readonly Payment[]> => {
  const history = await api.submit('history', { id: account, query: succeededQuery })
  return history.ok ? history.answer.data : []
}
