import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import type { PaymentRequest } from '../gateways/payment-gateway'
import type { PaymentState } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'
import type { Outcome } from './outcome-of'

/** Adds milliseconds to a moment; they may be negative. */
export const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

const between = (least: number, ms: number, most: number) => Math.min(Math.max(ms, least), most)

/** Payers need minutes at the bank; an older payment is polled less often. */
const pauseMs = (ageMs: number) => {
  if (ageMs < DAY) return between(5 * SECOND, ageMs / 2, 15 * MINUTE)
  return ageMs < 7 * DAY ? HOUR : 6 * HOUR
}

const receiptsComeWithinMs = 30 * DAY

/** A payment that was canceled by its age is polled a few times more: it may have been paid after all. */
const canceledPauseMs = 3 * DAY
const canceledForGoodMs = 14 * DAY

interface CheckedPayment {
  state: PaymentState
  /** Whether its fiscal receipt is still being made. */
  receiptPending: boolean
  /** Moments. */
  createdAt: string
  paidAt: string | null
  /** Whether the gateway has the payment and has not canceled it. */
  mayStillBePaid: boolean
}

/** When to poll the gateway next; `null` if nothing can change. */
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

/** The gateways' pages expire in an hour; the day allows for clocks and slow gateways. */
const pageEndsAfterMs = HOUR + DAY
/** A week gives the operator time to look for the charge in the gateway's office. */
const chargeEndsAfterMs = 7 * DAY

type AgingPayment = Pick<StoredPayment, 'firstSentAt' | 'createdAt' | 'sends' | 'gatewayPaymentId'> & {
  request: Pick<PaymentRequest, 'savedMethod'>
}

/**
 * Ends a payment that no gateway confirms, when it is too old to wait for; `null` before that. It can't have been paid if it
 * was never sent, or if the payer had no page to pay on; any other is ended as `no_answer`.
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
