import type { Queries } from 'api/db/database'
import type { Zone } from 'contract/readings'
import { addMonths } from 'format/dates'
import { isRead } from './consumption'
import { findLastRead, findReadingsSince, type MeterRow, type ReadingRow } from './readings.repository'
import { zonesOf } from './zones-of'

/** The usual volume needs six months, its season the same month a year ago, and the value that this one began with. */
const months = 14

/** The readings of each zone that the next one is judged by, oldest first; at least the last that somebody read, however old. */
export const pastReadings = async (
  db: Queries,
  { account, meters, period }: { account: string; meters: readonly MeterRow[]; period: string },
) => {
  const recent = await findReadingsSince(db, account, addMonths(period, -months))
  const byZone = new Map<string, ReadingRow[]>()
  for (const row of recent) {
    const key = keyOf(row.meter, row.zone)
    byZone.set(key, [...(byZone.get(key) ?? []), row])
  }
  for (const meter of meters) {
    for (const { zone } of zonesOf(meter)) {
      const known = byZone.get(keyOf(meter.id, zone)) ?? []
      if (known.some(isRead)) continue
      const last = await findLastRead(db, { meter: meter.id, zone })
      if (last) byZone.set(keyOf(meter.id, zone), [last, ...known])
    }
  }
  return (meter: string, zone: Zone): readonly ReadingRow[] => byZone.get(keyOf(meter, zone)) ?? []
}

const keyOf = (meter: string, zone: Zone) => `${zone} ${meter}`
