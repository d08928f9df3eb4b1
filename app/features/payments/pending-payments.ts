import type { Account } from 'contract/accounts'
import type { CallAnswer } from 'contract/endpoints'
import type { Payment } from 'contract/payments'
import { dayOf, formatDay } from 'format/dates'
import { formatRubles } from 'format/money'
import { count } from 'format/plural'
import { paths } from '~/paths'
import type { PendingStep } from '~/ui/post-form/form-reply'

/** The history query for an account's pending payments. */
export const pendingQuery = { status: 'pending', limit: '100' } as const

/** The number of pending payments and their sum in kopecks. */
export interface PendingSum {
  count: number
  totalAmount: number
}

/** Listed newest first, with the sum of all, which may be more than are listed. */
export interface ListedPending extends PendingSum {
  payments: readonly Payment[]
}

/** The pending payments of an answer: an API that does not filter by status lists others too. */
export const pendingOf = ({ data, meta }: CallAnswer<'history'>): ListedPending => {
  const payments = data.filter(({ status }) => status === 'pending')
  if (payments.length < data.length) return withSum(payments)
  return { payments, count: meta.count, totalAmount: meta.totalAmount }
}

interface SortedPending {
  /** Begun by the customer. */
  own: ListedPending
  /** The customer's, too, but the gateway will never report their outcome. */
  unanswered: ListedPending
  /** Begun by others, who may never pay them. */
  others: PendingSum
}

/** Groups pending payments by who began them. */
export const sortPending = (listed: ListedPending): SortedPending => {
  const whose = listed.payments.filter(isOwn)
  const unanswered = withSum(whose.filter((payment) => payment.unanswered))
  const own = withSum(whose.filter((payment) => !payment.unanswered))
  if (own.count === listed.payments.length) return { own: listed, unanswered, others: noPayments }
  return {
    own,
    unanswered,
    others: {
      count: listed.count - whose.length,
      totalAmount: listed.totalAmount - own.totalAmount - unanswered.totalAmount,
    },
  }
}

/**
 * The payments that may pay the same debt: the customer's own, and anybody's charges of saved cards, which need no
 * payer. Others' unpaid payments do not count: anybody who knows the number can begin one.
 */
export const mayPayTheDebt = ({ payments }: ListedPending): readonly Payment[] =>
  payments.filter((payment) => isOwn(payment) || !waitsForPayer(payment))

/** Whether the payer has to act on the bank's page; otherwise a saved card is being charged. */
export const waitsForPayer = ({ confirmationUrl, method, source, unanswered }: Payment): boolean =>
  !unanswered && (Boolean(confirmationUrl) || (!method && source !== 'autopayment'))

/** The whole charge of the basket that the payment is a part of, kopecks; null for a payment of one account. */
export const basketAmountOf = ({ amount, basket }: Payment): number | null =>
  basket && basket.amount > amount ? basket.amount : null

/** An API without `own` lists the customer's own payments only. */
export const isOwn = ({ own }: Payment): boolean => own !== false

const noPayments: PendingSum = { count: 0, totalAmount: 0 }

const withSum = (payments: readonly Payment[]): ListedPending => ({
  payments,
  count: payments.length,
  totalAmount: payments.reduce((sum, { amount }) => sum + amount, 0),
})

/** The link to the bank's page; null for an address that is not allowed. */
export type BankPage = (confirmationUrl: string | null | undefined) => string | null

/** The next step of a pending payment: its QR code is on its result page. */
export const pendingStep = (payment: Payment, bankPage: BankPage): PendingStep => {
  const result = paths.personalPayResult(payment.id)
  // The code of a payment for several accounts is for all of them.
  const code = payment.basket ? paths.basketResult(payment.basket.id) : result
  return waitsForPayer(payment)
    ? { step: 'continue', to: payment.qr ? code : (bankPage(payment.confirmationUrl) ?? result) }
    : { step: 'check', to: result }
}

/**
 * The account's newest pending payment and its next step; null if it has none. Without a debt, payments that wait for
 * their payer do not count.
 */
export const unfinishedPayment = (
  { account, balance, pendingPayments }: Account,
  { timeZone, bankPage }: { timeZone: string; bankPage: BankPage },
) => {
  const open = (pendingPayments ?? []).filter(
    (payment) =>
      payment.status === 'pending' &&
      isOwn(payment) &&
      !payment.unanswered &&
      (balance > 0 || !waitsForPayer(payment)),
  )
  const [newest] = open
  if (!newest) return null
  const { step, to } = pendingStep(newest, bankPage)
  const day = formatDay(dayOf(newest.createdAt, timeZone))
  const inAll = basketAmountOf(newest)
  const sum =
    inAll === null ? formatRubles(newest.amount) : `за несколько лицевых счетов ${formatRubles(inAll)}`
  const text =
    step === 'continue'
      ? `Платёж ${sum} от\u00a0${day} не\u00a0закончен`
      : `Платёж ${sum} от\u00a0${day}: банк ещё не\u00a0ответил`
  if (open.length > 1) {
    const others = count(open.length - 1, ['платёж', 'платежа', 'платежей'])
    const link = { text: 'Перейти к платежам', to: paths.personalPay({ account }), reload: false }
    return { text: `${text}, и\u00a0ещё ${others}.`, link }
  }
  const words = step === 'continue' ? 'Продолжить оплату' : 'Проверить платёж'
  return { text: `${text}.`, link: { text: words, to, reload: step === 'continue' } }
}
