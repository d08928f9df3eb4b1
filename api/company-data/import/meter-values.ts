import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { judgeReading, type NewReading, readingsOf } from 'api/readings'
import { today } from 'format/dates'
import { meterWords as words } from './import.words'
import type { Refusal } from './import-kind'
import type { MeterEntry, MeterField, ZoneValue } from './meter-fields'
import type { momentsIn } from './moments'

/** A meter with its id in the portal. */
export interface MeterRecord {
  id: string
  entry: MeterEntry
  /** Added by the same batch: it has no readings. */
  isNew: boolean
}

interface Surroundings {
  timeZone: string
  momentOf: ReturnType<typeof momentsIn>['momentOf']
}

type Past = Awaited<ReturnType<typeof readingsOf>>
type Outcome = 'same' | 'older' | { refused: string } | NewReading

/**
 * Plans what to add to the meters' readings of what the billing has read. The same value of the same day changes nothing; one that is
 * older than the newest reading is left out, since readings are never put between others. A value below the last one is
 * taken where it corrects what the customer has sent in the month, and where the meter has gone through zero.
 */
export const planValues = async (
  db: Queries,
  meters: readonly MeterRecord[],
  { timeZone, momentOf }: Surroundings,
): Promise<{ readings: NewReading[]; older: number; refused: Refusal<MeterField>[] }> => {
  const read = meters.filter(({ entry }) => entry.values.length > 0)
  const [first] = read.map(({ entry }) => entry.readOn).sort()
  if (first === undefined) return { readings: [], older: 0, refused: [] }
  const past = await readingsOf(db, {
    zones: read
      .filter(({ isNew }) => !isNew)
      .flatMap(({ id, entry }) => entry.values.map(({ zone }) => ({ meter: id, zone }))),
    period: first.slice(0, 7),
  })
  const fresh: NewReading[] = []
  const refused: Refusal<MeterField>[] = []
  let older = 0
  for (const meter of read) {
    const { line, account, readOn } = meter.entry
    for (const value of meter.entry.values) {
      const outcome = outcomeOf(meter, value, {
        past,
        readAt: momentOf(readOn),
        dayOf: (at) => today(timeZone, new Date(at)),
      })
      if (outcome === 'older') older++
      else if (outcome !== 'same') {
        if ('refused' in outcome) refused.push({ line, account, field: value.zone, reason: outcome.refused })
        else fresh.push(outcome)
      }
    }
  }
  return { readings: fresh, older, refused }
}

const outcomeOf = (
  { id, entry: { account, digits, decimals, readOn } }: MeterRecord,
  { zone, value }: ZoneValue,
  { past, readAt, dayOf }: { past: Past; readAt: string; dayOf: (moment: string) => string },
): Outcome => {
  const readings = past(id, zone)
  const ofDay = readings.filter((reading) => dayOf(reading.readAt) === readOn)
  if (ofDay.some((reading) => reading.value === value)) return 'same'
  if (ofDay.some((reading) => reading.source === 'operator')) return { refused: words.otherValue }
  const last = readings.at(-1)
  if (last && last.readAt >= readAt) return 'older'
  const period = readOn.slice(0, 7)
  const { previous, volume, corrects, doubt } = judgeReading(readings, { value, period, digits, decimals })
  // Nobody uses half of what a meter can count between two readings: it is another meter, or a typing error.
  if (doubt?.reason === 'rollover' && !corrects && volume > 10 ** (digits + decimals) / 2)
    return { refused: words.below }
  return {
    id: orderedId(),
    account,
    meter_id: id,
    zone,
    value,
    previous,
    volume,
    corrects: corrects ? 1 : 0,
    period,
    read_at: readAt,
    source: 'operator',
  }
}
