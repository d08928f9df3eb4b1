import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import type { PaymentRequest } from '../gateways/payment-gateway'
import type { PaymentState } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'
import type { Outcome } from './outcome-of'

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

interface CheckedPayment {
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

/** The gateways' pages live for an hour; the day is for clocks, and for a gateway that is slow to tell. */
const pageEndsAfterMs = HOUR + DAY
/** Within a week somebody has had the time to look for a charge in the gateway's office. */
const chargeEndsAfterMs = 7 * DAY

type AgingPayment = Pick<StoredPayment, 'firstSentAt' | 'createdAt' | 'sends' | 'gatewayPaymentId'> & {
  request: Pick<PaymentRequest, 'savedMethod'>
}

/**
 * The end of a payment that is too old to wait for and that no gateway tells of; null while it is not. Only what was never
 * sent, or had no page that a payer could get to, is known not to have been paid.
 */
export const endByAge = (
  { request, firstSentAt, createdAt, sends, gatewayPaymentId }: AgingPayment,
  now: Date,
): Outcome | null => {
  const isCharge = request.savedMethod !== null && firstSentAt !== null
  const ageMs = now.getTime() - new Date(firstSentAt ?? createdAt).getTime()
  if (ageMs < (isCharge ? chargeEndsAfterMs : pageEndsAfterMs)) return null
  const mayBePaid = isCharge || gatewayPaymentId !== null
  const declineReason = mayBePaid ? 'no_answer' : 'expired_on_confirmation'
  return { event: 'abandon', actor: 'time', declineReason, sends }
}
