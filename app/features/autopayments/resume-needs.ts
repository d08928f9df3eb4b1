import type { Autopayment, ResumeNeeds } from 'contract/autopayments'

/** Failure reasons for which another attempt on the same card is useless. */
const needCard: readonly string[] = [
  'card_expired',
  'invalid_card_number',
  'method_not_saved',
  'permission_revoked',
]

/**
 * What a stopped autopayment needs before it can be resumed; derived from its other fields when the API does not say.
 */
export const needsToResume = ({
  status,
  method,
  failReason,
  resumeNeeds,
}: Autopayment): ResumeNeeds | null => {
  if (status !== 'paused' && status !== 'failed') return null
  if (resumeNeeds) return resumeNeeds
  const isUseless = status === 'failed' && needCard.includes(failReason?.trim() ?? '')
  return method && !isUseless ? null : 'card'
}
