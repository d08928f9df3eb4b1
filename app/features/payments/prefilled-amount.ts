import { inForms, parseRubles } from 'format/money'

/** The prefilled amount of a payment form: the link's, otherwise the debt (kopecks), otherwise empty. */
export const prefilledAmount = (asked: string | null, balance: number | null): string => {
  const parsed = asked ? parseRubles(asked.slice(0, 100)) : null
  if (parsed?.ok && parsed.kopecks > 0) return inForms(parsed.kopecks)
  return balance !== null && balance > 0 ? inForms(balance) : ''
}
