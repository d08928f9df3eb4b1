import type { PaymentGateway } from './gateways/payment-gateway'
import type { StoredPayment } from './payments.repository'

/** So long before the gateway forgets a key, nothing is repeated under it any more. */
const keyMarginMs = 60 * 60_000

/** A moment: what the gateway was first told of by then is never repeated to it any more. */
export const keysForgottenSince = (gateway: Pick<PaymentGateway, 'remembersKeysMs'>, now: Date): string =>
  new Date(now.getTime() + keyMarginMs - gateway.remembersKeysMs).toISOString()

/** Whether nobody knows what became of a payment, nor ever will by asking: it has no id to ask by, and no key to repeat. */
export const isUnanswered = (
  { state, gatewayPaymentId, firstSentAt }: Pick<StoredPayment, 'state' | 'gatewayPaymentId' | 'firstSentAt'>,
  forgottenSince: string,
): boolean =>
  state === 'unknown' && gatewayPaymentId === null && firstSentAt !== null && firstSentAt <= forgottenSince
