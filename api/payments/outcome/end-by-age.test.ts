import { DAY, HOUR } from 'format/durations'
import { expect, test } from 'vitest'
import { endByAge } from './end-by-age'

const created = '2026-10-05T09:00:00.000Z'
const sent = '2026-10-05T10:00:00.000Z'
const WEEK = 7 * DAY

const ended = (
  payment: { savedMethod: string | null; firstSentAt: string | null; gatewayPaymentId: string | null },
  [from, ms]: [string, number],
) =>
  endByAge(
    { request: { savedMethod: payment.savedMethod }, ...payment, createdAt: created, sends: 2 },
    new Date(Date.parse(from) + ms),
  )

test.each([
  ['on the gateway’s page, from when it was sent', null, sent, 'g1', sent, 25 * HOUR, 'no_answer'],
  ['whose page nobody got to', null, sent, null, sent, 25 * HOUR, 'expired_on_confirmation'],
  [
    'that was never sent, from when it began',
    null,
    null,
    null,
    created,
    25 * HOUR,
    'expired_on_confirmation',
  ],
  ['of a card that was never sent, too', 'card', null, null, created, 25 * HOUR, 'expired_on_confirmation'],
  ['of a card that may have been charged', 'card', sent, null, sent, WEEK, 'no_answer'],
])(
  'a payment %s is waited for so long',
  (_, savedMethod, firstSentAt, gatewayPaymentId, from, ms, reason) => {
    const payment = { savedMethod, firstSentAt, gatewayPaymentId }
    expect(ended(payment, [from, ms - 1])).toBeNull()
    expect(ended(payment, [from, ms])).toEqual({
      event: 'abandon',
      actor: 'time',
      declineReason: reason,
      sends: 2,
    })
  },
)
