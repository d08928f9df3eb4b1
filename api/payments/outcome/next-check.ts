import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import type { PaymentState } from '../store/payment-states'

/** Adds milliseconds to a moment; they may be negative. */
export const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

const between = (least: number, ms: number, most: number) => Math.min(Math.max(ms, least), most)

/** A payer is at the bank for minutes; a payment that takes longer is polled more and more rarely. */
const pauseMs = (ageMs: number) => {
  if (ageMs < DAY) return between(5 * SECOND, ageMs / 2, 15 * MINUTE)
  return ageMs < 7 * DAY ? HOUR : 6 * HOUR
}

const receiptsComeWithinMs = 30 * DAY

/** A payment that was canceled by its age is asked about a few times more: it may have been paid after all. */
const canceledPauseMs = 3 * DAY
const canceledForGoodMs = 14 * DAY

export interface CheckedPayment {
  state: PaymentState
  /** Whether its fiscal receipt is still being made. */
  receiptPending: boolean
  /** Moments. */
  createdAt: string
  paidAt: string | null
  /** Whether the gateway has it and has not said that it is canceled. */
  mayStillBePaid: boolean
}

/** When the gateway is to be asked again; null when there is nothing more to learn. */
export const nextCheckAt = (
  { state, receiptPending, createdAt, paidAt, mayStillBePaid }: CheckedPayment,
  now: Date,
): string | null => {
  const ageMs = now.getTime() - new Date(paidAt ?? createdAt).getTime()
  switch (state) {
    case 'canceled':
      return mayStillBePaid && ageMs < canceledForGoodMs ? addMs(now, canceledPauseMs) : null
    case 'succeeded':
      return receiptPending && ageMs <= receiptsComeWithinMs ? addMs(now, pauseMs(ageMs)) : null
    default:
      return addMs(now, pauseMs(ageMs))
  }
}
