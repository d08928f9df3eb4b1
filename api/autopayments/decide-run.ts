import type { DeclineReason } from 'contract/decline-reasons'
import { paymentLimits } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import { DAY, HOUR } from 'format/durations'
import { chargeAfterWarning, soonestCharge, warnedBeforeMs } from './charge-days'

/** How long a charge waits for other pending payments; most end within an hour. */
const waitForPendingMs = DAY
const recheckMs = HOUR
/** A charge that is later than this needs a new warning. */
const warningValidMs = 2 * DAY
/** A warning whose letter has failed for this long is written again. */
const rewriteWarningAfterMs = DAY
/** After the planned charge, the run tries to warn for this long, then skips the period. */
const waitForWarningMs = 3 * DAY

/** The sums that a decision depends on. */
export interface Money {
  /** What the rule would charge of the debt; zero or less if nothing is owed. */
  amountDue: Kopecks
  /** The debt from refunds, which the customer pays by hand; not in `amountDue`. */
  refundDebt: Kopecks
  limit: Kopecks
  /** The sum of pending payments: the customer's own, and charges of saved cards. */
  pending: Kopecks
}

/** The newest letter that warns of the charge. */
export interface Warning {
  writtenAt: Date
  /** When the mail server took it; `null` if not yet, or never. */
  sentAt: Date | null
  isDead: boolean
}

export interface DecidedRun {
  chargeAt: Date
  /** The sum in the warning; `null` before it is written. */
  warnedAmount: Kopecks | null
  warning: Warning | null
  /** When the run stops trying to warn; `null` before the first warning. */
  warnBy: Date | null
  hasOverLimitNotice: boolean
}

export type Decision =
  /** `chargeAt`: the new moment of the charge. */
  | { do: 'wait'; until: Date; chargeAt?: Date }
  | { do: 'warn'; amount: Kopecks; chargeAt: Date; warnBy: Date }
  /** Mail that the sum is above the limit. */
  | { do: 'mail over limit'; amount: Kopecks; until: Date }
  | { do: 'skip'; why: 'nothing_owed' | 'given_back' | 'too_little' | 'other_payment' | 'not_warned' }
  | { do: 'skip over limit'; amount: Kopecks; mail: boolean }
  | { do: 'charge'; amount: Kopecks }

/**
 * Decides what an open run does now. It charges no sooner than a day after the mail server took the warning, and no more
 * than the warning says.
 */
export const decideRun = (
  { amountDue, refundDebt, limit, pending }: Money,
  { chargeAt, warnedAmount, warning, hasOverLimitNotice, ...run }: DecidedRun,
  { now, timeZone }: { now: Date; timeZone: string },
): Decision => {
  const isEarly = now < chargeAt
  const warnBy = run.warnBy ?? new Date(chargeAt.getTime() + waitForWarningMs)
  const warn = (): Decision => {
    const isEarlyEnough = chargeAt.getTime() - now.getTime() >= warnedBeforeMs
    const at = isEarlyEnough ? chargeAt : soonestCharge(now, timeZone)
    return { do: 'warn', amount: amountDue, chargeAt: at, warnBy }
  }
  if (amountDue < paymentLimits.least) {
    if (isEarly) return { do: 'wait', until: chargeAt }
    if (amountDue > 0) return { do: 'skip', why: 'too_little' }
    return { do: 'skip', why: refundDebt > 0 ? 'given_back' : 'nothing_owed' }
  }
  if (amountDue > limit) {
    if (!isEarly) return { do: 'skip over limit', amount: amountDue, mail: !hasOverLimitNotice }
    return hasOverLimitNotice
      ? { do: 'wait', until: chargeAt }
      : { do: 'mail over limit', amount: amountDue, until: chargeAt }
  }
  if (warnedAmount === null || warning === null) return warn()
  if (isEarly) return { do: 'wait', until: chargeAt }
  if (warning.sentAt === null) {
    if (now >= warnBy) return { do: 'skip', why: 'not_warned' }
    const ageMs = now.getTime() - warning.writtenAt.getTime()
    if (warning.isDead && ageMs >= rewriteWarningAfterMs) return warn()
    return { do: 'wait', until: new Date(now.getTime() + recheckMs) }
  }
  const from = chargeAfterWarning({ chargeAt, sentAt: warning.sentAt }, timeZone)
  if (now < from) return { do: 'wait', until: from, chargeAt: from }
  const lateMs = now.getTime() - from.getTime()
  if (lateMs > warningValidMs) return warn()
  if (pending > 0 && lateMs < waitForPendingMs) {
    return { do: 'wait', until: new Date(now.getTime() + recheckMs) }
  }
  const left = toKopecks(Math.min(amountDue - pending, warnedAmount))
  return left < paymentLimits.least ? { do: 'skip', why: 'other_payment' } : { do: 'charge', amount: left }
}

/** What follows a declined charge: another attempt, no more charges at all, or none until the next period. */
type AfterDecline = { kind: 'again'; afterDays: number } | { kind: 'suspend' } | { kind: 'give-up' }

/** Days from one attempt to the next. */
const pauses: Readonly<Partial<Record<DeclineReason, readonly number[]>>> = {
  insufficient_funds: [1, 2],
  issuer_unavailable: [1, 2],
  internal_timeout: [1, 2],
  payment_method_limit_exceeded: [1],
}

/** After these reasons no other attempt can succeed. */
const suspendingReasons: readonly DeclineReason[] = [
  'card_expired',
  'permission_revoked',
  'payment_method_restricted',
]

/** `attempt`: the number of the charge that was declined, from 1. */
export const afterDecline = (reason: DeclineReason, attempt: number): AfterDecline => {
  if (suspendingReasons.includes(reason)) return { kind: 'suspend' }
  const days = pauses[reason]?.[attempt - 1]
  return days === undefined ? { kind: 'give-up' } : { kind: 'again', afterDays: days }
}

/** Whether an autopayment that failed for this reason can be resumed with the same card. */
export const canResumeSameCard = (reason: string | null): boolean => reason === 'payment_method_restricted'
