import type { Tables } from 'api/db/tables'
import type { PaymentStatus } from 'contract/payments'

export type PaymentState = Tables['payment_intents']['state']

/** What changes the state of a payment. */
export type PaymentEvent =
  /** The gateway is about to be asked to create it. */
  | 'send'
  /** There was no answer: it may exist at the gateway or not. */
  | 'lose'
  /** The gateway waits for the payer. */
  | 'wait'
  | 'succeed'
  | 'cancel'
  /** The gateway did not take it, and nothing has happened. */
  | 'refuse'
  /** The gateway has not looked at it, and no payer waits for a page: it can be sent again. */
  | 'postpone'
  /** We give it up: no money can have moved, its time is over, or the operator has decided so. */
  | 'abandon'

/**
 * Every transition of a payment; any other is impossible. `created`: stored, and not sent; after the restore of an
 * older backup it may have been sent. `sent`: being sent. `unknown`: sent, without an answer. `pending`: at
 * the gateway. `succeeded` never changes. `canceled` changes only if the gateway has taken the money after all: the
 * payment is credited at any time.
 */
export const paymentTransitions: Readonly<
  Record<PaymentState, Readonly<Partial<Record<PaymentEvent, PaymentState>>>>
> = {
  created: { send: 'sent', wait: 'pending', succeed: 'succeeded', cancel: 'canceled', abandon: 'canceled' },
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

/** The state after the event; undefined if the event changes nothing. */
export const nextState = (state: PaymentState, event: PaymentEvent): PaymentState | undefined =>
  paymentTransitions[state][event]

const states: readonly PaymentState[] = ['created', 'sent', 'unknown', 'pending', 'succeeded', 'canceled']

/** The states in which an event changes a payment. */
export const statesBefore = (event: PaymentEvent): PaymentState[] =>
  states.filter((state) => nextState(state, event) !== undefined)

/** Final for the payer. A canceled payment may still turn out to have succeeded. */
export const isFinal = (state: PaymentState): state is 'succeeded' | 'canceled' =>
  state === 'succeeded' || state === 'canceled'

/** The status that customers see: every payment that is not final is pending. */
export const statusOf = (state: PaymentState): PaymentStatus => (isFinal(state) ? state : 'pending')
