export const importNames = ['accounts', 'balances', 'charges', 'invoices', 'meters', 'payments'] as const
export type ImportName = (typeof importNames)[number]

/** Records by what the import does with them. */
export interface Counts {
  added: number
  changed: number
  /** Imported before with the same data. */
  same: number
  /** Those of `added` that an opening balance includes already. */
  included: number
  /** Only of payments: those of `added` that reverse a payment. */
  reversals?: number
  /** Only of meters: readings that were added. */
  readings?: number
  /** Only of meters: readings that were left out, because the meter has a newer one. */
  older?: number
}

export const noCounts: Counts = { added: 0, changed: 0, same: 0, included: 0 }

const optionalCounts = ['reversals', 'readings', 'older'] as const

export const sumOfCounts = (one: Counts, other: Counts): Counts => {
  const sum: Counts = {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    same: one.same + other.same,
    included: one.included + other.included,
  }
  for (const name of optionalCounts) {
    const count = (one[name] ?? 0) + (other[name] ?? 0)
    if (one[name] !== undefined || other[name] !== undefined) sum[name] = count
  }
  return sum
}
