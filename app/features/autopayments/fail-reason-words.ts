import { failReasonInWords, isFailReason } from 'format/fail-reason'

const UNNAMED = 'Причина не названа.'

/** A known code in words; a sentence from the API unchanged. Null without a reason. */
export const shownFailReason = (reason: string | null | undefined, isSbp = false): string | null => {
  const text = reason?.trim()
  if (!text) return null
  if (isFailReason(text)) return failReasonInWords(text, isSbp)
  return isCode(text) ? UNNAMED : text
}

/** A code is never shown to customers. */
const isCode = (reason: string) => /^[\w.:-]+$/.test(reason)
