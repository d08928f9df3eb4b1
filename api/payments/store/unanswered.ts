import { HOUR } from 'format/durations'
import type { PaymentGateway } from '../gateways/payment-gateway'
import type { StoredPayment } from './payments.repository'

/** How long before the gateway forgets a key repeats under it stop. */
const keyMarginMs = HOUR

/** A moment: a payment that was first sent by then is never repeated. */
export const keysForgottenSince = (gateway: Pick<PaymentGateway, 'remembersKeysMs'>, now: Date): string =>
  new Date(now.getTime() + keyMarginMs - gateway.remembersKeysMs).toISOString()

/** Whether the outcome of a payment is unknown and can't be asked for: it has no id to ask by, and no key to repeat. */
export const isUnanswered = (
  { state, gatewayPaymentId, firstSentAt }: Pick<StoredPayment, 'state' | 'gatewayPaymentId' | 'firstSentAt'>,
  forgottenSince: string,
): boolean =>
  state === 'unknown' && gatewayPaymentId === null && firstSentAt !== null && firstSentAt <= forgottenSince

/** Whether its payer is told so: any other payment is paid on a page of the bank, which nobody was led to. */
export const isUnansweredCharge = (
  payment: Pick<StoredPayment, 'state' | 'gatewayPaymentId' | 'firstSentAt' | 'methodId'>,
  forgottenSince: string,
): boolean => payment.methodId !== null && isUnanswered(payment, forgottenSince)
