import type { Payment } from 'contract/payments'

/** Payments under way and what they come to, kopecks. */
export interface PendingSum {
  count: number
  totalAmount: number
}

/** As a history lists them, newest first, with the sum of all, which may be more than are listed. */
export interface ListedPending extends PendingSum {
  payments: readonly Payment[]
}

export interface SortedPending {
  /** What the customer has begun. */
  own: ListedPending
  /** The customer's, too, but the bank will never say what became of it. */
  unanswered: ListedPending
  /** What anybody else has begun and may leave. */
  others: PendingSum
}

/** Payments under way by who has begun them. */
export const sortPending = (listed: ListedPending): SortedPending => {
  const whose = listed.payments.filter(isOwn)
  const unanswered = summed(whose.filter((payment) => payment.unanswered))
  const own = summed(whose.filter((payment) => !payment.unanswered))
  if (own.count === listed.payments.length) return { own: listed, unanswered, others: nothing }
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
 * The payments that may pay the same debt: the customer's own, and whoever's charges of saved cards, which need no payer.
 * What others have only begun is not among them: anybody who knows the number may, and leave it.
 */
export const mayPayTheDebt = ({ payments }: ListedPending): readonly Payment[] =>
  payments.filter((payment) => isOwn(payment) || !waitsForPayer(payment))

/** Whether the bank waits for the payer on its page; else a saved card is being charged, which needs no payer. */
export const waitsForPayer = ({ confirmationUrl, method, source, unanswered }: Payment): boolean =>
  !unanswered && (Boolean(confirmationUrl) || (!method && source !== 'autopayment'))

/** An API that does not say whose a payment is lists the reader's own. */
export const isOwn = ({ own }: Payment): boolean => own !== false

const nothing: PendingSum = { count: 0, totalAmount: 0 }

const summed = (payments: readonly Payment[]): ListedPending => ({
  payments,
  count: payments.length,
  totalAmount: payments.reduce((sum, { amount }) => sum + amount, 0),
})
