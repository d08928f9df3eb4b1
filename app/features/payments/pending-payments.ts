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

/** What the customer has begun lowers what is asked for; what anybody else has begun and may leave does not. */
export const sortPending = (listed: ListedPending): { own: ListedPending; others: PendingSum } => {
  const payments = listed.payments.filter(({ own }) => own !== false)
  if (payments.length === listed.payments.length) return { own: listed, others: { count: 0, totalAmount: 0 } }
  const count = payments.length
  const totalAmount = payments.reduce((sum, { amount }) => sum + amount, 0)
  return {
    own: { payments, count, totalAmount },
    others: { count: listed.count - count, totalAmount: listed.totalAmount - totalAmount },
  }
}
