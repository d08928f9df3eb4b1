import { failReasonWords } from 'format/fail-reason'

const reasons: Readonly<Record<string, string>> = failReasonWords

const UNNAMED = 'Причина не названа.'

/** A known code in words; a sentence from the API unchanged. Null without a reason. */
export const failReasonInWords = (reason: string | null | undefined): string | null => {
  const given = reason?.trim()
  if (!given) return null
  if (Object.hasOwn(reasons, given)) return reasons[given] ?? UNNAMED
  return isCode(given) ? UNNAMED : given
}

/** A code is never shown to customers. */
const isCode = (reason: string) => /^[\w.:-]+$/.test(reason)
