import { countingMethod, penaltyDays } from 'contract/explanation'
import { invoiceLine } from 'contract/invoices'
import { z } from 'zod'

/** A line as `invoices.lines` has it: with how it was counted, unless it is older than that. */
export const storedLine = invoiceLine.extend({ method: countingMethod.nullish() })
export type StoredLine = z.output<typeof storedLine>

const storedLines = z.array(storedLine)
const storedDays = z.array(penaltyDays)

export const readLines = (json: string): StoredLine[] => storedLines.parse(JSON.parse(json))

/** Null, as in invoices that are older than the column, where nothing is stored. */
export const readPenaltyDays = (json: string | null) =>
  json === null ? null : storedDays.parse(JSON.parse(json))
