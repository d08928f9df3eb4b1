import { leastAmount } from 'api/payments/payment-amount'
import { soonestCharge, warnedBeforeMs } from './charge-days'

const HOUR = 3_600_000

/** Another payment is waited for as long as this; most are over in an hour. */
const waitsForOthersMs = 24 * HOUR
const looksAgainMs = HOUR
/** A charge that is later than this is no longer the one that its customer was warned of. */
const warningHoldsMs = 48 * HOUR

/** What the run knows of the money. Whole kopecks. */
export interface Money {
  /** What the rule would take of what is owed; zero and less: nothing is owed. */
  wanted: number
  limit: number
  /** What payments under way may yet bring: the customer's own, and charges of saved cards. */
  pending: number
}

export interface DecidedRun {
  chargeAt: Date
  /** What the customer was warned of; null: of nothing. */
  toldAmount: number | null
  toldOverLimit: boolean
}

export type Decision =
  | { do: 'wait'; until: Date }
  /** Warn of a charge, or say that there will be none as the limit does not allow it. */
  | { do: 'warn'; amount: number; chargeAt: Date }
  | { do: 'tell over limit'; asked: number; until: Date }
  | { do: 'skip'; why: 'nothing owed' | 'too little' | 'other payment' }
  | { do: 'skip over limit'; asked: number; tell: boolean }
  | { do: 'charge'; amount: number }

/** What is to be done about an open run now. Nothing is ever taken that was not told of a day before, or more than was told. */
export const decideRun = (
  { wanted, limit, pending }: Money,
  { chargeAt, toldAmount, toldOverLimit }: DecidedRun,
  { now, timeZone }: { now: Date; timeZone: string },
): Decision => {
  const early = now < chargeAt
  const late = now.getTime() - chargeAt.getTime()
  if (wanted < leastAmount) {
    if (early) return { do: 'wait', until: chargeAt }
    return { do: 'skip', why: wanted > 0 ? 'too little' : 'nothing owed' }
  }
  if (wanted > limit) {
    if (!early) return { do: 'skip over limit', asked: wanted, tell: !toldOverLimit }
    return toldOverLimit
      ? { do: 'wait', until: chargeAt }
      : { do: 'tell over limit', asked: wanted, until: chargeAt }
  }
  if (toldAmount === null || late > warningHoldsMs) {
    const inTime = chargeAt.getTime() - now.getTime() >= warnedBeforeMs
    return { do: 'warn', amount: wanted, chargeAt: inTime ? chargeAt : soonestCharge(now, timeZone) }
  }
  if (early) return { do: 'wait', until: chargeAt }
  if (pending > 0 && late < waitsForOthersMs) {
    return { do: 'wait', until: new Date(now.getTime() + looksAgainMs) }
  }
  const left = Math.min(wanted - pending, toldAmount)
  return left < leastAmount ? { do: 'skip', why: 'other payment' } : { do: 'charge', amount: left }
}
