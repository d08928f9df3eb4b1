import type { PaymentIntentsTable } from 'api/db/tables'
import type { PaymentStatus } from 'contract/payments'

export type PaymentState = PaymentIntentsTable['state']

/** What can befall a payment. */
export type PaymentEvent =
  /** The gateway is about to be told to create it. */
  | 'send'
  /** Nobody knows what came of that. */
  | 'lose'
  /** The gateway waits for the payer. */
  | 'wait'
  | 'succeed'
  | 'cancel'
  /** The gateway did not take it, and nothing has happened. */
  | 'refuse'
  /** The gateway had no time to look at it, and nobody waits for a page: it can be told anew. */
  | 'postpone'
  /** It is given up: no money can have moved, its time is over, or the operator says so. */
  | 'abandon'

/**
 * Every way that a payment may go; what is not here does not happen. `created`: written down, the gateway has not heard of it.
 * `sent`: being sent. `unknown`: sent, without an answer. `pending`: at the gateway. `succeeded` never changes, and `canceled`
 * only when the gateway has taken the money after all: that is credited, however late it becomes known.
 */
export const paymentTransitions: Readonly<
  Record<PaymentState, Readonly<Partial<Record<PaymentEvent, PaymentState>>>>
> = {
  created: { send: 'sent', abandon: 'canceled' },
  sent: {
    send: 'sent',
    lose: 'unknown',
    wait: 'pending',
    succeed: 'succeeded',
    cancel: 'canceled',
    refuse: 'canceled',
    postpone: 'created',
  },
  unknown: {
    send: 'sent',
    lose: 'unknown',
    wait: 'pending',
    succeed: 'succeeded',
    cancel: 'canceled',
    refuse: 'canceled',
    abandon: 'canceled',
  },
  pending: { wait: 'pending', succeed: 'succeeded', cancel: 'canceled', abandon: 'canceled' },
  succeeded: {},
  canceled: { succeed: 'succeeded' },
}

/** Where the event leads from a state; undefined where it changes nothing. */
export const nextState = (state: PaymentState, event: PaymentEvent): PaymentState | undefined =>
  paymentTransitions[state][event]

const states: readonly PaymentState[] = ['created', 'sent', 'unknown', 'pending', 'succeeded', 'canceled']

/** The states that an event may befall a payment in. */
export const statesBefore = (event: PaymentEvent): PaymentState[] =>
  states.filter((state) => nextState(state, event) !== undefined)

/** Over for whoever paid. A canceled one may still turn out to have succeeded. */
export const isFinal = (state: PaymentState): state is 'succeeded' | 'canceled' =>
  state === 'succeeded' || state === 'canceled'

/** What customers are told: anything that is not over is pending. */
export const statusOf = (state: PaymentState): PaymentStatus => (isFinal(state) ? state : 'pending')
