import { countingMethod, penaltyDays } from 'contract/explanation'
import { invoiceLine } from 'contract/invoices'
import { zone } from 'contract/readings'
import { z } from 'zod'

/** A line as `invoices.lines` has it: with how it was counted, unless it is older than that. */
export const storedLine = invoiceLine.extend({ method: countingMethod.nullish() })
export type StoredLine = z.output<typeof storedLine>

const storedVolumes = z.array(
  z.object({
    meter: z.string(),
    zone,
    period: z.string(),
    method: countingMethod.extract(['meter', 'average', 'norm']),
    volume: z.int(),
  }),
)
const storedLines = z.array(storedLine)
const storedDays = z.array(penaltyDays)

export const readLines = (json: string): StoredLine[] => storedLines.parse(JSON.parse(json))

/** Null, as in invoices that are older than the column, where nothing is stored. */
export const readPenaltyDays = (json: string | null) =>
  json === null ? null : storedDays.parse(JSON.parse(json))

/** None, as in invoices that are older than the column, where nothing is stored. */
export const readVolumes = (json: string | null) =>
  json === null ? [] : storedVolumes.parse(JSON.parse(json))
