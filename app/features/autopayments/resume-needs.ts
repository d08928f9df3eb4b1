import type { Autopayment, ResumeNeeds } from 'contract/autopayments'

/** Reasons that no further attempt on the same card gets past. */
const needCard: readonly string[] = [
  'card_expired',
  'invalid_card_number',
  'method_not_saved',
  'permission_revoked',
]

/** What a stopped autopayment lacks to be resumed; judged by what else is known where the API does not say. */
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
