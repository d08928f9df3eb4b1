import type { GatewayAnswer, GatewayPayment } from 'api/gateways/payment-gateway'
import type { PaymentEvent } from './payment-states'
import type { StoredPayment } from './payments.repository'
import type { Outcome } from './record-outcome'

const eventOf: Readonly<Record<GatewayPayment['status'], PaymentEvent>> = {
  pending: 'wait',
  succeeded: 'succeed',
  canceled: 'cancel',
}

const told = (known: GatewayPayment): Outcome => ({
  event: eventOf[known.status],
  known,
  reason: known.cancelReason ?? undefined,
})

/** Whether what the gateway has is what we asked for: nothing of another sum or account may ever pay this one. */
export const isSamePayment = (known: GatewayPayment, asked: StoredPayment): boolean =>
  known.amount === asked.amount &&
  known.currency === 'RUB' &&
  known.account === asked.account &&
  known.paymentId === asked.id &&
  (asked.gatewayPaymentId === null || asked.gatewayPaymentId === known.id)

/** What telling the gateway has led to. `sends`: how many times it has been told, this one included. */
export const outcomeOfSending = (
  answer: GatewayAnswer,
  asked: StoredPayment,
  { sends }: { sends: number },
): Outcome => {
  switch (answer.kind) {
    case 'payment':
      return isSamePayment(answer.payment, asked) ? told(answer.payment) : { event: 'lose' }
    case 'refused':
      return { event: 'refuse', reason: 'refused_by_gateway' }
    case 'turned-away':
      // An earlier attempt may have gone through: that this one did not proves nothing.
      if (sends > 1) return { event: 'lose' }
      return asked.source === 'autopayment'
        ? { event: 'postpone', sends }
        : { event: 'refuse', reason: 'refused_by_gateway', sends }
    case 'unknown':
      return { event: 'lose' }
  }
}

/** What asking the gateway has led to: without a payment that fits, to nothing but another time to ask. */
export const outcomeOfPolling = (answer: GatewayAnswer, asked: StoredPayment): Outcome =>
  answer.kind === 'payment' && isSamePayment(answer.payment, asked) ? told(answer.payment) : { event: null }
