import { formatRubles } from 'format/money'

/** What is to pay on an account, in words and figures. */
export type ToPay = { kind: 'due' | 'overpaid'; amount: string } | { kind: 'settled' }

/** `kopecks` above zero is owed; null is what nobody tells. */
export const toPayOf = (kopecks: number | null): ToPay | null => {
  if (kopecks === null) return null
  if (kopecks === 0) return { kind: 'settled' }
  return { kind: kopecks > 0 ? 'due' : 'overpaid', amount: formatRubles(Math.abs(kopecks)) }
}
