import { paymentLimits } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import { DAY, HOUR } from 'format/durations'
import { chargeAfterWarning, soonestCharge, warnedBeforeMs } from './charge-days'

/** How long a charge waits for other pending payments; most end within an hour. */
const waitsForOthersMs = DAY
const looksAgainMs = HOUR
/** A charge that is later than this needs a new warning. */
const warningHoldsMs = 2 * DAY
/** A warning that could not be sent is written again after this time, when its letter has been tried for a day. */
const letterGivenUpAfterMs = DAY
/** How long after the planned charge the run still tries to warn; then it skips the period. */
const waitsForWarningMs = 3 * DAY

/** What a decision depends on. */
export interface Money {
  /** What the rule would take of what is owed; zero and less: nothing is owed. */
  amountDue: Kopecks
  /** What was given back and is left for the customer to pay; no part of `amountDue`. */
  refundDebt: Kopecks
  limit: Kopecks
  /** The sum of pending payments: the customer's own, and charges of saved cards. */
  pending: Kopecks
}

/** The newest letter that warns of the charge. */
export interface Warning {
  writtenAt: Date
  /** When it was handed over to the mail server; null: not yet, or never. */
  sentAt: Date | null
  isDead: boolean
}

export interface DecidedRun {
  chargeAt: Date
  /** What the letter says will be taken; null: nothing was written yet. */
  warnedAmount: Kopecks | null
  /** Null: there is none. */
  warning: Warning | null
  /** When the run gives up on warning; null: it has not begun to. */
  warnBy: Date | null
  hasOverLimitNotice: boolean
}

export type Decision =
  /** `chargeAt`: the charge has moved there. */
  | { do: 'wait'; until: Date; chargeAt?: Date }
  /** Warn of a charge, or say that there will be none as the limit does not allow it. */
  | { do: 'warn'; amount: Kopecks; chargeAt: Date; warnBy: Date }
  | { do: 'tell over limit'; amount: Kopecks; until: Date }
  | { do: 'skip'; why: 'nothing_owed' | 'given_back' | 'too_little' | 'other_payment' | 'not_warned' }
  | { do: 'skip over limit'; amount: Kopecks; tell: boolean }
  | { do: 'charge'; amount: Kopecks }

/**
 * What to do about an open run now. Nothing is charged within a day after its warning was handed to the mail server, or more
 * than the warning says.
 */
export const decideRun = (
  { amountDue, refundDebt, limit, pending }: Money,
  { chargeAt, warnedAmount, warning, hasOverLimitNotice, ...run }: DecidedRun,
  { now, timeZone }: { now: Date; timeZone: string },
): Decision => {
  const early = now < chargeAt
  const warnBy = run.warnBy ?? new Date(chargeAt.getTime() + waitsForWarningMs)
  const warn = (): Decision => {
    const isEarlyEnough = chargeAt.getTime() - now.getTime() >= warnedBeforeMs
    const at = isEarlyEnough ? chargeAt : soonestCharge(now, timeZone)
    return { do: 'warn', amount: amountDue, chargeAt: at, warnBy }
  }
  if (amountDue < paymentLimits.least) {
    if (early) return { do: 'wait', until: chargeAt }
    if (amountDue > 0) return { do: 'skip', why: 'too_little' }
    return { do: 'skip', why: refundDebt > 0 ? 'given_back' : 'nothing_owed' }
  }
  if (amountDue > limit) {
    if (!early) return { do: 'skip over limit', amount: amountDue, tell: !hasOverLimitNotice }
    return hasOverLimitNotice
      ? { do: 'wait', until: chargeAt }
      : { do: 'tell over limit', amount: amountDue, until: chargeAt }
  }
  if (warnedAmount === null || warning === null) return warn()
  if (early) return { do: 'wait', until: chargeAt }
  if (warning.sentAt === null) {
    if (now >= warnBy) return { do: 'skip', why: 'not_warned' }
    const age = now.getTime() - warning.writtenAt.getTime()
    if (warning.isDead && age >= letterGivenUpAfterMs) return warn()
    return { do: 'wait', until: new Date(now.getTime() + looksAgainMs) }
  }
  const from = chargeAfterWarning({ chargeAt, sentAt: warning.sentAt }, timeZone)
  if (now < from) return { do: 'wait', until: from, chargeAt: from }
  const late = now.getTime() - from.getTime()
  if (late > warningHoldsMs) return warn()
  if (pending > 0 && late < waitsForOthersMs) {
    return { do: 'wait', until: new Date(now.getTime() + looksAgainMs) }
  }
  const left = toKopecks(Math.min(amountDue - pending, warnedAmount))
  return left < paymentLimits.least ? { do: 'skip', why: 'other_payment' } : { do: 'charge', amount: left }
}
