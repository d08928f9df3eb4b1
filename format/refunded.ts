import { formatRubles } from './money'

/** What was given back of a payment, in words; null where nothing was. Sums in kopecks. */
export const refundedInWords = ({
  amount,
  refunded,
}: {
  amount: number
  refunded?: number | null | undefined
}): string | null => {
  if (!refunded || refunded <= 0) return null
  return refunded >= amount ? 'Возвращено полностью' : `Возвращено ${formatRubles(refunded)}`
}
