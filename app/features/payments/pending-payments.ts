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
  /** What the customer has begun. It alone lowers what is asked for. */
  own: ListedPending
  /** The customer's, too, but the bank will never say what became of it. */
  unanswered: ListedPending
  /** What anybody else has begun and may leave. */
  others: PendingSum
}

/** Of payments under way, what may be counted on and what may not. */
export const sortPending = (listed: ListedPending): SortedPending => {
  const whose = listed.payments.filter(({ own }) => own !== false)
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

const nothing: PendingSum = { count: 0, totalAmount: 0 }

const summed = (payments: readonly Payment[]): ListedPending => ({
  payments,
  count: payments.length,
  totalAmount: payments.reduce((sum, { amount }) => sum + amount, 0),
})
