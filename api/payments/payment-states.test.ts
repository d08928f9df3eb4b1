import { describe, expect, test } from 'vitest'
import {
  isFinal,
  nextState,
  type PaymentEvent,
  type PaymentState,
  paymentTransitions,
  statesBefore,
  statusOf,
} from './payment-states'

/** Written out by hand: state, then where each event leads; a dash where nothing changes. */
const WALK = `
            send  lose    wait    succeed   cancel   refuse   postpone abandon
  created   sent  -       -       -         -        -        -        canceled
  sent      sent  unknown pending succeeded canceled canceled created  -
  unknown   sent  unknown pending succeeded canceled canceled -        canceled
  pending   -     -       pending succeeded canceled -        -        -
  succeeded -     -       -       -         -        -        -        -
  canceled  -     -       -       -         -        -        -        -
`
const states: PaymentState[] = ['created', 'sent', 'unknown', 'pending', 'succeeded', 'canceled']
const events: PaymentEvent[] = ['send', 'lose', 'wait', 'succeed', 'cancel', 'refuse', 'postpone', 'abandon']

const rows = WALK.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

test('the walk has every event and every state', () => {
  expect(rows[0]).toEqual(events)
  expect(rows.slice(1).map(([state]) => state)).toEqual(states)
  expect(Object.keys(paymentTransitions)).toEqual(states)
})

describe.each(states)('a payment that is %s', (state) => {
  test.each(events)('and what «%s» makes of it', (event) => {
    const expected = rows[1 + states.indexOf(state)]?.[1 + events.indexOf(event)]
    expect(nextState(state, event) ?? '-').toBe(expected)
  })
})

describe('payments', () => {
  test('that are over never change, whatever comes', () => {
    for (const state of states.filter(isFinal)) {
      for (const event of events) expect(nextState(state, event)).toBeUndefined()
    }
    expect(states.filter(isFinal)).toEqual(['succeeded', 'canceled'])
  })

  test('that the gateway has are never created again', () => {
    expect(statesBefore('send')).toEqual(['created', 'sent', 'unknown'])
  })

  test('never succeed before the gateway was told of them', () => {
    expect(statesBefore('succeed')).toEqual(['sent', 'unknown', 'pending'])
  })

  test('are pending for customers until they are over', () => {
    expect(states.map(statusOf)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
      'succeeded',
      'canceled',
    ])
  })
})
