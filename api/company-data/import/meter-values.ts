import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { insertReadings, judgeReading, type NewReading, readingsOf } from 'api/readings'
import { today } from 'format/dates'
import type { BadLines } from './bad-lines'
import { meterWords as words } from './import.words'
import type { MeterEntry, ZoneValue } from './meter-fields'
import type { momentsIn } from './moments'

/** A meter with its id in the portal. */
export interface KnownMeter {
  id: string
  entry: MeterEntry
  /** Added by the same batch: it has no readings. */
  isNew: boolean
}

interface Surroundings {
  bad: BadLines
  timeZone: string
  momentOf: ReturnType<typeof momentsIn>['momentOf']
}

type Past = Awaited<ReturnType<typeof readingsOf>>
type Outcome = 'same' | 'older' | { refused: string } | NewReading

/**
 * Adds what the billing has read to the meters' readings. The same value of the same day changes nothing; one that is
 * older than the newest reading is left out, since readings are never put between others. A value below the last one is
 * taken where it corrects what the customer has sent in the month, and where the meter has gone through zero.
 */
export const addValues = async (
  trx: Queries,
  meters: readonly KnownMeter[],
  { bad, timeZone, momentOf }: Surroundings,
): Promise<{ readings: number; older: number }> => {
  const read = meters.filter(({ entry }) => entry.values.length > 0)
  const [first] = read.map(({ entry }) => entry.readOn).sort()
  if (first === undefined) return { readings: 0, older: 0 }
  const past = await readingsOf(trx, {
    zones: read
      .filter(({ isNew }) => !isNew)
      .flatMap(({ id, entry }) => entry.values.map(({ zone }) => ({ meter: id, zone }))),
    period: first.slice(0, 7),
  })
  const fresh: NewReading[] = []
  let older = 0
  for (const meter of read) {
    const { line, columns, readOn } = meter.entry
    for (const value of meter.entry.values) {
      const outcome = outcomeOf(meter, value, {
        past,
        readAt: momentOf(readOn),
        dayOf: (at) => today(timeZone, new Date(at)),
      })
      if (outcome === 'older') older++
      else if (outcome !== 'same') {
        if ('refused' in outcome) bad.add({ line, column: columns[value.zone], reason: outcome.refused })
        else fresh.push(outcome)
      }
    }
  }
  await insertReadings(trx, fresh)
  return { readings: fresh.length, older }
}

const outcomeOf = (
  { id, entry: { account, digits, decimals, readOn } }: KnownMeter,
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
