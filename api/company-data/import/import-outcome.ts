export const importNames = ['accounts', 'balances', 'charges', 'invoices', 'payments'] as const
export type ImportName = (typeof importNames)[number]

/** Records by what the import does with them. */
export interface Counts {
  added: number
  changed: number
  /** Imported before with the same data. */
  same: number
  /** Those of `added` that an opening balance includes already. */
  included: number
}
