import type { Payment } from 'contract/payments'
import { paths } from '~/paths'
import type { PendingStep } from '~/ui/post-form/form-reply'
import { waitsForPayer } from './pending-payments'

/** The next step of a pending payment: its QR code is on its result page. `bankPage` gives the link to the bank's page, null for one that is not allowed. */
export const pendingStep = (
  payment: Payment,
  bankPage: (confirmationUrl: string | null | undefined) => string | null,
): PendingStep => {
  const result = paths.personalPayResult(payment.id)
  // The code of a payment for several accounts is for all of them.
  const code = payment.basket ? paths.basketResult(payment.basket.id) : result
  return waitsForPayer(payment)
    ? { step: 'continue', to: payment.qr ? code : (bankPage(payment.confirmationUrl) ?? result) }
    : { step: 'check', to: result }
}
