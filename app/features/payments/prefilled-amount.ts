import { inForms, parseRubles } from 'format/money'

/**
 * The prefilled amount of a payment form. `asked` is the link's, as of a bill or a payment that did not succeed: never more
 * of it than is owed now, as the debt may be paid meanwhile. Without it the debt. `balance` in kopecks; null: not known.
 */
export const prefilledAmount = (asked: string | null, balance: number | null): string => {
  const parsed = asked ? parseRubles(asked.slice(0, 100)) : null
  const wanted = parsed?.ok && parsed.kopecks > 0 ? parsed.kopecks : null
  if (balance === null) return wanted === null ? '' : inForms(wanted)
  return balance > 0 ? inForms(Math.min(wanted ?? balance, balance)) : ''
}
