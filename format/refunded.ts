import { formatRubles } from './money'

/** The refunded amount of a payment in words; null when nothing was refunded. Amounts in kopecks. */
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
