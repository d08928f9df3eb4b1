import { type GatewayAnswer, type GatewayPayment, unknownMethod } from '../gateways/payment-gateway'
import type { PaymentRequest } from '../gateways/payment-request'
import type { PaymentActor } from '../store/payment-events.repository'
import type { PaymentEvent } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'
import type { Outcome } from './record-outcome'

const eventOf: Readonly<Record<GatewayPayment['status'], PaymentEvent>> = {
  pending: 'wait',
  succeeded: 'succeed',
  canceled: 'cancel',
}

/** What a payment is known by at its gateway. */
export type AskedPayment = Pick<StoredPayment, 'id' | 'account' | 'source' | 'gatewayPaymentId'> & {
  request: Pick<PaymentRequest, 'amount'>
}

/** The outcome by the gateway's payment, which was already compared with what was asked for. */
export const outcomeOfKnown = (known: GatewayPayment, actor: PaymentActor): Outcome => ({
  event: eventOf[known.status],
  actor,
  known,
  why: known.gatewayCode ?? undefined,
  declineReason: known.declineReason ?? undefined,
})

/**
 * Whether the gateway's payment has the sum and the account of our request. The sum of a charge for several accounts is that
 * of the request, not of the payment that carries it.
 */
export const isSamePayment = (known: GatewayPayment, asked: AskedPayment): boolean =>
  known.amount === asked.request.amount &&
  known.currency === 'RUB' &&
  known.account === asked.account &&
  known.paymentId === asked.id &&
  (asked.gatewayPaymentId === null || asked.gatewayPaymentId === known.id)

/** The outcome of sending a payment to the gateway. `sends`: how many times it was sent, this one included. */
export const outcomeOfSending = (
  answer: GatewayAnswer,
  asked: AskedPayment,
  { sends }: { sends: number },
): Outcome => {
  const actor = 'request'
  switch (answer.kind) {
    case 'payment':
      return isSamePayment(answer.payment, asked)
        ? outcomeOfKnown(answer.payment, actor)
        : { event: 'lose', actor, why: 'another_payment' }
    case 'refused':
    case 'turned-away':
      // An earlier attempt may have succeeded, so the refusal of this one proves nothing.
      if (sends > 1) return { event: 'lose', actor, why: `repeat_${answer.code}` }
      return answer.kind === 'turned-away' && asked.source === 'autopayment'
        ? { event: 'postpone', actor, why: answer.code, sends }
        : {
            event: 'refuse',
            actor,
            declineReason: answer.code === unknownMethod ? 'permission_revoked' : 'refused_by_gateway',
            sends,
          }
    case 'unknown':
      return { event: 'lose', actor, why: answer.reason }
  }
}

/** The outcome of polling the gateway: without a matching payment nothing changes, and it is polled again later. */
export const outcomeOfPolling = (
  answer: GatewayAnswer,
  asked: AskedPayment,
  actor: PaymentActor = 'lookup',
): Outcome =>
  answer.kind === 'payment' && isSamePayment(answer.payment, asked)
    ? outcomeOfKnown(answer.payment, actor)
    : { event: null, actor }
