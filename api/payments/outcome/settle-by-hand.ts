import { type GatewayRegistry, placeOf } from '../gateways/gateway-registry'
import type { PaymentGateway } from '../gateways/payment-gateway'
import type { PaymentState } from '../store/payment-states'
import { findPayment, type StoredPayment } from '../store/payments.repository'
import { isSamePayment, type Outcome, outcomeOfGatewayPayment } from './outcome-of'
import { type RecordingOptions, recordOutcome } from './record-outcome'

/** What the operator has found in the gateway's office: no charge, or the gateway's id of it. */
export type GatewayFinding = { charge: 'none' } | { charge: 'there'; gatewayPaymentId: string }

export interface SettleByHandOptions extends Omit<RecordingOptions, 'database'> {
  database: RecordingOptions['database'] & { db: Parameters<typeof findPayment>[0] }
  gateways: Pick<GatewayRegistry, 'of'>
  now: Date
}

/** The payment was not changed; the message says why. */
export class CannotSettle extends Error {
  override readonly name = 'CannotSettle'
}

/**
 * Ends a payment that is not final. "No charge" is believed, unless the gateway has one. A charge is credited
 * only if the gateway confirms it under the given id, also for a canceled payment. Returns the new state; throws
 * CannotSettle if nothing changed.
 */
export const settleByHand = async (
  options: SettleByHandOptions,
  id: string,
  finding: GatewayFinding,
): Promise<PaymentState> => {
  const { database, gateways, now } = options
  const payment = await findPayment(database.db, id)
  if (!payment) throw new CannotSettle('there is no such payment')
  const { state, basketId } = payment
  if (basketId !== null && basketId !== id) {
    throw new CannotSettle(
      `it is part of one charge for several payments: settle ${basketId}, and all of them are`,
    )
  }
  if (state === 'succeeded' || (state === 'canceled' && finding.charge === 'none')) {
    throw new CannotSettle(`it is ${state} already`)
  }
  if (state === 'sent') throw new CannotSettle('it is being sent to the gateway, try again in a minute')
  const gateway = gateways.of(payment)
  const outcome =
    finding.charge === 'none'
      ? await outcomeWithoutCharge(gateway, payment)
      : await outcomeOfCharge(gateway, payment, finding.gatewayPaymentId)
  const { before, after } = await recordOutcome(options, id, outcome, now)
  // The worker or a webhook has settled it.
  if (before !== state) throw new CannotSettle(`it has become ${before} meanwhile`)
  return after
}

/**
 * Returns the gateway's outcome if the payment has ended there. Otherwise believes the operator, who has found no charge.
 */
const outcomeWithoutCharge = async (
  gateway: PaymentGateway | undefined,
  payment: StoredPayment,
): Promise<Outcome> => {
  const { gatewayPaymentId, sends } = payment
  if (gateway && gatewayPaymentId !== null) {
    const answer = await gateway.get(gatewayPaymentId)
    const ended = answer.kind === 'payment' && answer.payment.status !== 'pending'
    if (ended && isSamePayment(answer.payment, payment))
      return outcomeOfGatewayPayment(answer.payment, 'operator')
  }
  return { event: 'abandon', actor: 'operator', declineReason: 'no_answer', sends }
}

const outcomeOfCharge = async (
  gateway: PaymentGateway | undefined,
  payment: StoredPayment,
  gatewayPaymentId: string,
): Promise<Outcome> => {
  if (!gateway) throw new CannotSettle(`${placeOf(payment)} is not configured, so it can't be asked`)
  const answer = await gateway.get(gatewayPaymentId)
  switch (answer.kind) {
    case 'payment':
      if (!isSamePayment(answer.payment, payment)) {
        throw new CannotSettle(`${gatewayPaymentId} is another payment: its number, sum or account differs`)
      }
      if (payment.state === 'canceled' && answer.payment.status !== 'succeeded') {
        throw new CannotSettle('it is canceled already')
      }
      return outcomeOfGatewayPayment(answer.payment, 'operator')
    case 'refused':
    case 'turned-away':
      throw new CannotSettle(`${gateway.name} does not tell of ${gatewayPaymentId} (${answer.code})`)
    case 'unknown':
      throw new CannotSettle(`${gateway.name} has not answered (${answer.reason}), try again`)
  }
}
