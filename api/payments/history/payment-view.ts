import { isFinal, statusOf } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'
import { shownSource } from '../store/payments.repository'
import type { PaymentRow } from './history.repository'

/** A payment as its payer sees it. */
export const paymentView = (payment: StoredPayment) => {
  const { state } = payment
  return {
    ...withoutState(payment),
    status: statusOf(state),
    ...continuationView(isFinal(state) ? null : payment),
  }
}

/** The bank's page and QR code of a pending payment; both empty for `null`. */
export const continuationView = (
  pending: Pick<StoredPayment, 'confirmationUrl' | 'qr' | 'qrExpiresAt'> | null,
) => ({
  confirmationUrl: pending?.confirmationUrl ?? null,
  ...(pending?.qr && { qr: pending.qr, expiresAt: pending.qrExpiresAt }),
})

/** A payment that was never at a gateway, such as the earlier ones of the demo customers, as its payer sees it. */
export const recordedPaymentView = (payment: PaymentRow) => ({
  ...withoutState(payment),
  status: payment.status,
  confirmationUrl: null,
})

const withoutState = (payment: Omit<PaymentRow, 'status'>) => {
  const { methodKind, methodTitle } = payment
  return {
    id: payment.id,
    account: payment.account,
    amount: payment.amount,
    refunded: payment.refunded,
    createdAt: payment.createdAt,
    paidAt: payment.paidAt,
    source: shownSource(payment.source),
    method: methodKind && { kind: methodKind, title: methodTitle ?? '' },
    receiptUrl: payment.receiptUrl,
    receiptStatus: payment.receiptStatus,
    cancelReason: payment.declineReason,
  }
}
