import type { PaymentState } from './payment-states'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const between = (least: number, ms: number, most: number) => Math.min(Math.max(ms, least), most)

/** A payer is at the bank for minutes; whatever takes longer is asked about ever more seldom. */
const pauseMs = (ageMs: number) => {
  if (ageMs < DAY) return between(5 * SECOND, ageMs / 2, 15 * MINUTE)
  return ageMs < 7 * DAY ? HOUR : 6 * HOUR
}

const receiptsComeWithinMs = 30 * DAY

export interface CheckedPayment {
  state: PaymentState
  /** Whether its fiscal receipt is still being made. */
  receiptPending: boolean
  /** Moments. */
  createdAt: string
  paidAt: string | null
}

/** When the gateway is to be asked again; null when there is nothing more to learn. */
export const nextCheckAt = (
  { state, receiptPending, createdAt, paidAt }: CheckedPayment,
  now: Date,
): string | null => {
  const ageMs = now.getTime() - new Date(paidAt ?? createdAt).getTime()
  const over = state === 'canceled' || (state === 'succeeded' && !receiptPending)
  if (over || (state === 'succeeded' && ageMs > receiptsComeWithinMs)) return null
  return new Date(now.getTime() + pauseMs(ageMs)).toISOString()
}
