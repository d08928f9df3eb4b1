import { isFinal, statusOf } from './payment-states'
import type { StoredPayment } from './payments.repository'

/** A payment as its payer is told of it. */
export const paymentView = (payment: StoredPayment) => {
  const { id, account, amount, createdAt, paidAt, source, state, confirmationUrl, declineReason } = payment
  const { methodKind, methodTitle, receiptUrl, receiptStatus, refunded } = payment
  return {
    id,
    account,
    amount,
    status: statusOf(state),
    refunded,
    createdAt,
    paidAt,
    source,
    method: methodKind && { kind: methodKind, title: methodTitle ?? '' },
    receiptUrl,
    receiptStatus,
    cancelReason: declineReason,
    confirmationUrl: isFinal(state) ? null : confirmationUrl,
  }
}
