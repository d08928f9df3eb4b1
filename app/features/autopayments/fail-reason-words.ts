import { failReasonInWords, isFailReason } from 'format/fail-reason'

const UNNAMED = 'Причина не названа.'

/** A known code in words; a sentence from the API unchanged. Null without a reason. */
export const shownFailReason = (reason: string | null | undefined, isSbp = false): string | null => {
  const given = reason?.trim()
  if (!given) return null
  if (isFailReason(given)) return failReasonInWords(given, isSbp)
  return isCode(given) ? UNNAMED : given
}

/** A code is never shown to customers. */
const isCode = (reason: string) => /^[\w.:-]+$/.test(reason)
