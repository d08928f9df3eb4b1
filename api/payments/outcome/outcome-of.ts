import type { DeclineReason } from 'contract/decline-reasons'
import {
  type GatewayAnswer,
  type GatewayPayment,
  type PaymentRequest,
  unknownMethod,
} from '../gateways/payment-gateway'
import type { PaymentActor } from '../store/payment-events.repository'
import type { PaymentEvent } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'

/** What we have learned of a payment. */
export interface Outcome {
  /** `null` if nothing has changed. */
  event: PaymentEvent | null
  /** Who or what caused it. */
  actor: PaymentActor
  /** The gateway's payment, already compared with our request. */
  gatewayPayment?: GatewayPayment | undefined
  /** A code for the payment's events; by default the decline reason, or the event's name. */
  why?: string | undefined
  /** For the payer, if the payment is canceled. */
  declineReason?: DeclineReason | undefined
  /** How many times the payment had been sent then. If it was sent again since, the event is ignored. */
  sends?: number | undefined
  /** The webhook that caused it: after a final state its repeats are not processed again. */
  webhook?: string | undefined
}

const eventOf: Readonly<Record<GatewayPayment['status'], PaymentEvent>> = {
  pending: 'wait',
  succeeded: 'succeed',
  canceled: 'cancel',
}

/** The fields that identify a payment at its gateway. */
export type RequestedPayment = Pick<StoredPayment, 'id' | 'account' | 'source' | 'gatewayPaymentId'> & {
  request: Pick<PaymentRequest, 'amount'>
}

/** The outcome by the gateway's payment, which was already compared with our request. */
export const outcomeOfGatewayPayment = (gatewayPayment: GatewayPayment, actor: PaymentActor): Outcome => ({
  event: eventOf[gatewayPayment.status],
  actor,
  gatewayPayment,
  why: gatewayPayment.gatewayCode ?? undefined,
  declineReason: gatewayPayment.declineReason ?? undefined,
})

/**
 * Whether the gateway's payment matches our request. The sum of a basket is that of the request, not of the lead payment.
 */
export const isSamePayment = (gatewayPayment: GatewayPayment, payment: RequestedPayment): boolean =>
  gatewayPayment.amount === payment.request.amount &&
  gatewayPayment.currency === 'RUB' &&
  gatewayPayment.account === payment.account &&
  gatewayPayment.paymentId === payment.id &&
  (payment.gatewayPaymentId === null || payment.gatewayPaymentId === gatewayPayment.id)

/** The outcome of sending a payment to the gateway. `sends`: how many times it was sent, this one included. */
export const outcomeOfSending = (
  answer: GatewayAnswer,
  payment: RequestedPayment,
  { sends }: { sends: number },
): Outcome => {
  const actor = 'request'
  switch (answer.kind) {
    case 'payment':
      return isSamePayment(answer.payment, payment)
        ? outcomeOfGatewayPayment(answer.payment, actor)
        : { event: 'lose', actor, why: 'another_payment' }
    case 'refused':
    case 'turned-away':
      // An earlier attempt may have succeeded, so the refusal of this one proves nothing.
      if (sends > 1) return { event: 'lose', actor, why: `repeat_${answer.code}` }
      return answer.kind === 'turned-away' && payment.source === 'autopayment'
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
  payment: RequestedPayment,
  actor: PaymentActor = 'lookup',
): Outcome =>
  answer.kind === 'payment' && isSamePayment(answer.payment, payment)
    ? outcomeOfGatewayPayment(answer.payment, actor)
    : { event: null, actor }
