import { amountForInput, parseRubles } from 'format/money'

/**
 * The prefilled amount of a payment form: the debt, or `linkAmount`, the amount that the link of a bill or of a
 * failed payment names, if that is less. `balance` in kopecks; `null` if it is not known: then `linkAmount` alone.
 */
export const prefilledAmount = (linkAmount: string | null, balance: number | null): string => {
  const parsed = linkAmount ? parseRubles(linkAmount.slice(0, 100)) : null
  const linkKopecks = parsed?.ok && parsed.kopecks > 0 ? parsed.kopecks : null
  if (balance === null) return linkKopecks === null ? '' : amountForInput(linkKopecks)
  return balance > 0 ? amountForInput(Math.min(linkKopecks ?? balance, balance)) : ''
}
