import { formatRubles } from 'format/money'

/** A debt, an overpayment or neither, formatted. */
export type BalanceView = { kind: 'due' | 'overpaid'; amount: string } | { kind: 'settled' }

/** `kopecks` above zero is a debt. */
export const viewOfBalance = (kopecks: number): BalanceView =>
  kopecks === 0
    ? { kind: 'settled' }
    : { kind: kopecks > 0 ? 'due' : 'overpaid', amount: formatRubles(Math.abs(kopecks)) }
