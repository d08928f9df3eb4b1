import { DAY, HOUR } from 'format/durations'
import type { PaymentRequest } from '../gateways/payment-request'
import type { StoredPayment } from '../store/payments.repository'
import type { Outcome } from './record-outcome'

/** The gateways' pages live for an hour; the day is for clocks, and for a gateway that is slow to tell. */
const pageEndsAfterMs = HOUR + DAY
/** Within a week somebody has had the time to look for a charge in the gateway's office. */
const chargeEndsAfterMs = 7 * DAY

type AgingPayment = Pick<StoredPayment, 'firstSentAt' | 'createdAt' | 'sends' | 'gatewayPaymentId'> & {
  request: Pick<PaymentRequest, 'savedMethod'>
}

/**
 * The end of a payment that is too old to wait for and that no gateway tells of; null while it is not. Only what was never
 * sent, or had no page that a payer could get to, is known not to have been paid.
 */
export const endByAge = (
  { request, firstSentAt, createdAt, sends, gatewayPaymentId }: AgingPayment,
  now: Date,
): Outcome | null => {
  const isCharge = request.savedMethod !== null && firstSentAt !== null
  const ageMs = now.getTime() - new Date(firstSentAt ?? createdAt).getTime()
  if (ageMs < (isCharge ? chargeEndsAfterMs : pageEndsAfterMs)) return null
  const mayBePaid = isCharge || gatewayPaymentId !== null
  const declineReason = mayBePaid ? 'no_answer' : 'expired_on_confirmation'
  return { event: 'abandon', actor: 'time', declineReason, sends }
}
