import type { Payment } from 'contract/payments'
import { paths } from '~/paths'
import type { BegunStep } from '~/ui/post-form/form-reply'
import { waitsForPayer } from './pending-payments'

/** The next step of a pending payment. `bankPage` gives the link to the bank's page, null for one that is not allowed. */
export const begunStep = (
  payment: Payment,
  bankPage: (confirmationUrl: string | null | undefined) => string | null,
): BegunStep => {
  const result = paths.personalPayResult(payment.id)
  return waitsForPayer(payment)
    ? { step: 'continue', to: bankPage(payment.confirmationUrl) ?? result }
    : { step: 'check', to: result }
}
