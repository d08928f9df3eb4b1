import { formatRubles } from 'format/money'

/** What is owed, overpaid or neither, in words and figures. */
export type BalanceView = { kind: 'due' | 'overpaid'; amount: string } | { kind: 'settled' }

/** `kopecks` above zero is owed. */
export const viewOfBalance = (kopecks: number): BalanceView =>
  kopecks === 0
    ? { kind: 'settled' }
    : { kind: kopecks > 0 ? 'due' : 'overpaid', amount: formatRubles(Math.abs(kopecks)) }
