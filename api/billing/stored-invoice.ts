import { countingMethod, penaltyDays } from 'contract/explanation'
import { invoiceLine } from 'contract/invoices'
import { zone } from 'contract/readings'
import { z } from 'zod'

/** A line as stored in `invoices.lines`. Old lines have no method. */
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

/** `null` if nothing is stored, as in invoices older than the column. */
export const readPenaltyDays = (json: string | null) =>
  json === null ? null : storedDays.parse(JSON.parse(json))

/** Empty if nothing is stored, as in invoices older than the column. */
export const readVolumes = (json: string | null) =>
  json === null ? [] : storedVolumes.parse(JSON.parse(json))
