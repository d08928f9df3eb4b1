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
  /** Only of meters: readings that were added. */
  readings?: number
  /** Only of meters: readings that were left out, because the meter has a newer one. */
  older?: number
}

export const noCounts: Counts = { added: 0, changed: 0, same: 0, included: 0 }

export const sumOfCounts = (one: Counts, other: Counts): Counts => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  same: one.same + other.same,
  included: one.included + other.included,
  ...(other.readings !== undefined && { readings: (one.readings ?? 0) + other.readings }),
  ...(other.older !== undefined && { older: (one.older ?? 0) + other.older }),
})
