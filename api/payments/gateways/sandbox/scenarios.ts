import { z } from 'zod'
import { cardDeclines } from './test-cards'

/** How the bank tells the company of the payment. */
export const noticeWish = z.enum(['usual', 'late', 'doubled', 'disordered', 'never'])

/** How later charges of the saved card end; `breaks`: with an error 500, though the money is taken. */
export const laterChargesWish = z.enum(['paid', 'breaks', 'permission_revoked', ...cardDeclines])
export type LaterCharges = z.output<typeof laterChargesWish>

/** What the payer of a test wants to go wrong. */
export const wishes = z.object({
  notices: noticeWish.default('usual'),
  /** The bank's page ends with an error 500, though the money is taken. */
  breaks: z.boolean().default(false),
  later: laterChargesWish.default('paid'),
})
export type Wishes = z.output<typeof wishes>

const SECOND = 1_000

/** The notices of a payment that has just ended: how long after it, and what each says. */
export const noticesOf = (
  { notices }: Pick<Wishes, 'notices'>,
  status: 'succeeded' | 'canceled',
): { afterMs: number; event: string }[] => {
  const event = `payment.${status}`
  switch (notices) {
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

/** The same for a refund; out of order, a webhook of its payment comes between. */
export const refundWebhooksOf = (wishes: Pick<Wishes, 'notices'>): { afterMs: number; event: string }[] =>
  noticesOf(wishes, 'succeeded').map(({ afterMs, event }) => ({
    afterMs,
    event: event === 'payment.succeeded' ? 'refund.succeeded' : 'payment.succeeded',
  }))
