import { toKopecks } from 'contract/money'
import type { Payment } from 'contract/payments'
import { describe, expect, test } from 'vitest'
import { type GatewayAnswer, type GatewayPayment, unknownMethod } from '../gateways/payment-gateway'
import { outcomeOfGatewayPayment, outcomeOfPolling, outcomeOfSending } from './outcome-of'

const asked = {
  id: 'p1',
  account: '1000000007',
  source: 'personal' as Payment['source'],
  gatewayPaymentId: null as string | null,
  request: { amount: toKopecks(45_050) },
}
const there: GatewayPayment = {
  id: 'g1',
  status: 'pending',
  amount: toKopecks(45_050),
  currency: 'RUB',
  paymentId: 'p1',
  account: '1000000007',
  isForSeveral: false,
  createdAt: null,
  confirmationUrl: null,
  paidAt: null,
  method: null,
  saved: null,
  declineReason: null,
  gatewayCode: null,
  receipt: null,
}
const paid = { ...there, status: 'succeeded' } as const
const answerOf = (payment: GatewayPayment): GatewayAnswer => ({ kind: 'payment', payment })
const refused = { kind: 'refused', code: 'invalid_request' } as const
const turnedAway = { kind: 'turned-away', code: 'too_many_requests' } as const
const lost = { kind: 'unknown', reason: 'timeout' } as const

describe('what the gateway has is taken for the payment', () => {
  test.each([
    ['pending', 'wait'],
    ['succeeded', 'succeed'],
    ['canceled', 'cancel'],
  ] as const)('as it says: %s', (status, event) => {
    const known = { ...there, status }
    expect(outcomeOfGatewayPayment(known, 'webhook')).toMatchObject({
      event,
      actor: 'webhook',
      gatewayPayment: known,
    })
  })

  test('with why it was canceled, where it says so', () => {
    const known = { ...there, declineReason: 'card_expired', gatewayCode: 'expired' } as const
    expect(outcomeOfGatewayPayment(known, 'lookup')).toMatchObject({
      declineReason: 'card_expired',
      why: 'expired',
    })
    expect(outcomeOfGatewayPayment(there, 'lookup')).toMatchObject({
      declineReason: undefined,
      why: undefined,
    })
  })

  test('when it is the one that was sent', () => {
    const sent = { ...asked, gatewayPaymentId: 'g1' }
    for (const payment of [asked, sent]) {
      expect(outcomeOfSending(answerOf(paid), payment, { sends: 1 }).event).toBe('succeed')
      expect(outcomeOfPolling(answerOf(paid), payment).event).toBe('succeed')
    }
  })

  test.each([
    ['another sum', { amount: toKopecks(45_049) }, asked],
    ['another currency', { currency: 'USD' }, asked],
    ['another account', { account: '1000000008' }, asked],
    ['another number', { paymentId: 'p2' }, asked],
    ['another number there', {}, { ...asked, gatewayPaymentId: 'g2' }],
  ])('but never with %s', (_, differs, payment) => {
    const answer = answerOf({ ...paid, ...differs })
    const another = { event: 'lose', actor: 'request', why: 'another_payment' }
    expect(outcomeOfSending(answer, payment, { sends: 1 })).toEqual(another)
    expect(outcomeOfPolling(answer, payment)).toEqual({ event: null, actor: 'lookup' })
  })
})

describe('a payment that the gateway has not taken', () => {
  const autopayment = { ...asked, source: 'autopayment' as const }
  const refusal = {
    event: 'refuse',
    actor: 'request',
    declineReason: 'refused_by_gateway',
    sends: 1,
  }

  test.each([refused, turnedAway])('at the first attempt is refused: %j', (answer) => {
    expect(outcomeOfSending(answer, asked, { sends: 1 })).toEqual(refusal)
  })

  test('is refused for the card where the gateway does not know it any more', () => {
    const answer: GatewayAnswer = { kind: 'refused', code: unknownMethod }
    const revoked = { ...refusal, declineReason: 'permission_revoked' }
    expect(outcomeOfSending(answer, asked, { sends: 1 })).toEqual(revoked)
  })

  test('is sent again later, when an autopayment was only turned away', () => {
    expect(outcomeOfSending(refused, autopayment, { sends: 1 })).toEqual(refusal)
    expect(outcomeOfSending(turnedAway, autopayment, { sends: 1 })).toEqual({
      event: 'postpone',
      actor: 'request',
      why: 'too_many_requests',
      sends: 1,
    })
  })

  test.each([refused, turnedAway])('at a repeat may have been taken before: %j', (answer) => {
    for (const payment of [asked, autopayment])
      expect(outcomeOfSending(answer, payment, { sends: 2 })).toEqual({
        event: 'lose',
        actor: 'request',
        why: `repeat_${answer.code}`,
      })
  })

  test('may have been taken when it gives no answer', () => {
    expect(outcomeOfSending(lost, asked, { sends: 1 })).toEqual({
      event: 'lose',
      actor: 'request',
      why: 'timeout',
    })
  })

  test.each([refused, turnedAway, lost])('stays as it is when it was only asked about: %j', (answer) => {
    expect(outcomeOfPolling(answer, asked, 'webhook')).toEqual({ event: null, actor: 'webhook' })
  })
})
