import { SECOND } from 'format/durations'
import { z } from 'zod'
import { cardDeclines } from './test-cards'

/** When, and how often, the webhooks of a payment are sent. */
export const webhookTiming = z.enum(['usual', 'late', 'doubled', 'disordered', 'never'])

/** How later charges of the saved card end; `breaks`: with an error 500, though the money is taken. */
export const laterCharges = z.enum(['paid', 'breaks', 'permission_revoked', ...cardDeclines])
export type LaterCharges = z.output<typeof laterCharges>

/** When the money of a payment through SBP arrives after its payer has confirmed it. */
export const arrivals = z.enum(['at-once', 'in-a-minute', 'after-expiry'])
export type Arrival = z.output<typeof arrivals>

/** What goes wrong with a test payment. */
export const scenario = z.object({
  webhooks: webhookTiming.default('usual'),
  /** The bank's page ends with an error 500, though the money is taken. */
  breaks: z.boolean().default(false),
  later: laterCharges.default('paid'),
})
export type Scenario = z.output<typeof scenario>

/** The webhooks of a payment that has just become final: how long after it each is sent, and its event. */
export const webhooksOf = (
  { webhooks }: Pick<Scenario, 'webhooks'>,
  status: 'succeeded' | 'canceled',
): { afterMs: number; event: string }[] => {
  const event = `payment.${status}`
  switch (webhooks) {
    case 'usual':
      return [{ afterMs: 0, event }]
    case 'late':
      return [{ afterMs: 20 * SECOND, event }]
    case 'doubled':
      return [0, 0, 3 * SECOND].map((afterMs) => ({ afterMs, event }))
    case 'disordered':
      return [
        { afterMs: 0, event },
        { afterMs: SECOND, event: 'payment.waiting_for_capture' },
        { afterMs: 2 * SECOND, event },
      ]
    case 'never':
      return []
  }
}

/** The same for a refund; `disordered` sends a webhook of its payment in between. */
export const refundWebhooksOf = (
  scenario: Pick<Scenario, 'webhooks'>,
): { afterMs: number; event: string }[] =>
  webhooksOf(scenario, 'succeeded').map(({ afterMs, event }) => ({
    afterMs,
    event: event === 'payment.succeeded' ? 'refund.succeeded' : 'payment.succeeded',
  }))
