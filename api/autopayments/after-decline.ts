import type { DeclineReason } from 'contract/decline-reasons'

/** What a declined charge leads to: another attempt, no more charges at all, or waiting for the next period. */
export type AfterDecline = { kind: 'again'; afterDays: number } | { kind: 'suspend' } | { kind: 'give-up' }

/** Days from one attempt to the next; a day and then two more are the first and the third day after the first attempt. */
const pauses: Readonly<Partial<Record<DeclineReason, readonly number[]>>> = {
  insufficient_funds: [1, 2],
  issuer_unavailable: [1, 2],
  internal_timeout: [1, 2],
  payment_method_limit_exceeded: [1],
}

/** After these the card will not be charged, however often it is tried. */
const suspending: readonly DeclineReason[] = [
  'card_expired',
  'permission_revoked',
  'payment_method_restricted',
]

/** `attempt`: the number of the charge that was declined, from 1. */
export const afterDecline = (reason: DeclineReason, attempt: number): AfterDecline => {
  if (suspending.includes(reason)) return { kind: 'suspend' }
  const days = pauses[reason]?.[attempt - 1]
  return days === undefined ? { kind: 'give-up' } : { kind: 'again', afterDays: days }
}

/** Whether a card that was suspended for this reason may be tried again without being bound again. */
export const mayBeTriedAgain = (reason: string | null): boolean => reason === 'payment_method_restricted'
