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
  created   sent  -       pending succeeded canceled -        -        canceled
  sent      sent  unknown pending succeeded canceled canceled created  -
  unknown   sent  unknown pending succeeded canceled canceled -        canceled
  pending   -     -       pending succeeded canceled -        -        canceled
  succeeded -     -       -       -         -        -        -        -
  canceled  -     -       -       succeeded -        -        -        -
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
  test('that have succeeded never change, and canceled ones only by a success', () => {
    expect(events.filter((event) => nextState('succeeded', event))).toEqual([])
    expect(events.filter((event) => nextState('canceled', event))).toEqual(['succeed'])
    expect(states.filter(isFinal)).toEqual(['succeeded', 'canceled'])
  })

  test('that the gateway has are never created again', () => {
    expect(statesBefore('send')).toEqual(['created', 'sent', 'unknown'])
  })

  test('that the gateway has succeed, also where a restored database does not know that they were sent', () => {
    expect(statesBefore('succeed')).toEqual(['created', 'sent', 'unknown', 'pending', 'canceled'])
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
