import { z } from 'zod'

export const importNames = ['accounts', 'balances', 'charges', 'invoices', 'meters', 'payments'] as const
export type ImportName = (typeof importNames)[number]

/** The number of records for each result of the import. */
export interface Counts {
  added: number
  changed: number
  /** Imported before with the same data. */
  same: number
  /** How many of `added` an opening balance includes already. */
  included: number
  /** Only for payments: how many of `added` reverse a payment. */
  reversals?: number
  /** Only for meters: readings that were added. */
  readings?: number
  /** Only for meters: readings that were left out, because the meter has a newer one. */
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

const line = z.object({ line: z.number(), column: z.string().nullable(), reason: z.string() })

/** What the command `import --json` prints. */
export const importResult = z.discriminatedUnion('outcome', [
  z.object({
    /** `checked`: a dry run. `refused`: bad lines, nothing is written. */
    outcome: z.enum(['written', 'checked', 'refused']),
    kind: z.enum(importNames),
    sha256: z.string(),
    lines: z.number(),
    counts: z.record(z.string(), z.number()),
    /** Only for accounts: payees whose requisites are replaced, by the id in the map or the INN in the lines. */
    changedPayees: z.array(z.string()).optional(),
    /** Only for accounts: customers' accounts whose payer the file changes. */
    changedPayers: z.array(z.string()).optional(),
    /** How many bad lines there are, and the first of them. If `written` or `checked`, their accounts are left out. */
    faults: z.number(),
    firstFaults: z.array(line),
    /** How many accounts are left out because of bad lines. */
    leftOut: z.number().default(0),
    /** How many lines wait for a confirmation and are not written, and the first of them. */
    held: z.number().default(0),
    firstHeld: z.array(line).default([]),
  }),
  /** The file, or the file of its columns, can't be read at all. */
  z.object({ outcome: z.literal('unusable'), kind: z.enum(importNames), reason: z.string() }),
])
export type ImportResult = z.output<typeof importResult>

/** The part of a result that a report shows. A file with an unknown name has no kind. */
export type ReportedResult =
  | Extract<ImportResult, { lines: number }>
  | { outcome: 'unusable'; reason: string }
