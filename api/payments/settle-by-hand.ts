import type { PaymentGateway } from 'api/gateways/payment-gateway'
import { isSamePayment, outcomeOfPolling } from './outcome-of'
import type { PaymentState } from './payment-states'
import { findPayment, type StoredPayment } from './payments.repository'
import { type Outcome, type RecordingOptions, recordOutcome } from './record-outcome'
import { isUnanswered, keysForgottenSince } from './unanswered'

/** What somebody has found in the gateway's own office: that it has no such charge, or the gateway's id of it. */
export type Found = { charge: 'none' } | { charge: 'there'; gatewayPaymentId: string }

export interface SettlingByHand extends Omit<RecordingOptions, 'database'> {
  database: RecordingOptions['database'] & { db: Parameters<typeof findPayment>[0] }
  gateway: Pick<PaymentGateway, 'name' | 'get' | 'remembersKeysMs'>
  now: Date
}

/** Why a payment stays as it is. */
export class CannotSettle extends Error {
  override readonly name = 'CannotSettle'
}

/**
 * Ends a charge whose gateway never told what became of it, and can't be asked any more. That there is none is believed;
 * that money was taken, the gateway alone is asked for, by the id. Gives the state that follows; throws CannotSettle for
 * any other payment, another payment's id and a gateway without an answer: then nothing has changed.
 */
export const settleByHand = async (
  options: SettlingByHand,
  id: string,
  found: Found,
): Promise<PaymentState> => {
  const { database, gateway, now } = options
  const payment = await findPayment(database.db, id)
  if (!payment) throw new CannotSettle('there is no such payment')
  if (payment.gateway !== gateway.name) {
    throw new CannotSettle(`it is a payment of ${payment.gateway}, and ${gateway.name} is in use`)
  }
  if (!isUnanswered(payment, keysForgottenSince(gateway, now))) throw new CannotSettle(whyNot(payment))
  const outcome = found.charge === 'none' ? neverMade : await asked(gateway, payment, found.gatewayPaymentId)
  const { before, after } = await recordOutcome(options, id, outcome, now)
  // Its notice has come while the gateway was asked.
  if (before !== 'unknown') throw new CannotSettle(`it has become ${before} meanwhile`)
  return after
}

/** The gateway has forgotten its key, and it has no page: nothing can come of it any more. */
const neverMade: Outcome = { event: 'abandon', reason: 'no_answer' }

const asked = async (
  gateway: SettlingByHand['gateway'],
  payment: StoredPayment,
  gatewayPaymentId: string,
): Promise<Outcome> => {
  const answer = await gateway.get(gatewayPaymentId)
  switch (answer.kind) {
    case 'payment':
      if (isSamePayment(answer.payment, payment)) return outcomeOfPolling(answer, payment)
      throw new CannotSettle(`${gatewayPaymentId} is another payment: its number, sum or account differs`)
    case 'refused':
    case 'turned-away':
      throw new CannotSettle(`${gateway.name} does not tell of ${gatewayPaymentId} (${answer.code})`)
    case 'unknown':
      throw new CannotSettle(`${gateway.name} has not answered (${answer.reason}), try again`)
  }
}

const whyNot = ({ state, gatewayPaymentId }: StoredPayment): string => {
  if (state === 'succeeded' || state === 'canceled') return `it is ${state} already`
  return gatewayPaymentId === null
    ? 'it may still be repeated under its key, wait until a day after it began'
    : 'the gateway is being asked about it by itself'
}
