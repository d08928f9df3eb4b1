import type { Queries } from 'api/db/database'
import type { Zone } from 'contract/readings'
import { zone } from 'contract/readings'
import { addMonths } from 'format/dates'
import { z } from 'zod'
import { isRead } from './consumption'
import {
  findLastRead,
  findReadingsOfMeters,
  findReadingsSince,
  type MeterRow,
  type ReadingRow,
} from './readings.repository'

const storedZones = z.array(z.object({ zone, title: z.string() }))

/** The zones of a stored meter. */
export const zonesOf = ({ zones }: { zones: string }) => storedZones.parse(JSON.parse(zones))

/** The units after which a counter of the meter begins at zero again. */
export const rangeOf = ({ digits, decimals }: { digits: number; decimals: number }) =>
  10 ** (digits + decimals)

/**
 * How far back readings are needed: six months for the usual volume, a year for the same season, and the value before
 * them.
 */
const monthsNeeded = 14

export interface ZoneOfMeter {
  meter: string
  zone: Zone
}

type PastOf = (meter: string, zone: Zone) => readonly ReadingRow[]

/**
 * The readings of each zone that are needed to judge the next one, oldest first; at least the last one that somebody read,
 * of any age.
 */
export const pastReadings = async (
  db: Queries,
  { account, meters, period }: { account: string; meters: readonly MeterRow[]; period: string },
): Promise<PastOf> => {
  const recent = await findReadingsSince(db, account, addMonths(period, -monthsNeeded))
  const zones = meters.flatMap((meter) => zonesOf(meter).map(({ zone }) => ({ meter: meter.id, zone })))
  return withLastRead(db, recent, zones)
}

/** The same for zones of many meters. `period`: the earliest period of the readings to judge. */
export const readingsOf = async (
  db: Queries,
  { zones, period }: { zones: readonly ZoneOfMeter[]; period: string },
): Promise<PastOf> => {
  const meters = [...new Set(zones.map(({ meter }) => meter))]
  const recent = await findReadingsOfMeters(db, { meters, period: addMonths(period, -monthsNeeded) })
  return withLastRead(db, recent, zones)
}

const withLastRead = async (
  db: Queries,
  recent: readonly ReadingRow[],
  zones: readonly ZoneOfMeter[],
): Promise<PastOf> => {
  const byZone = new Map<string, ReadingRow[]>()
  for (const row of recent) {
    const key = keyOf(row.meter, row.zone)
    byZone.set(key, [...(byZone.get(key) ?? []), row])
  }
  for (const { meter, zone } of zones) {
    const zoneReadings = byZone.get(keyOf(meter, zone)) ?? []
    if (zoneReadings.some(isRead)) continue
    const last = await findLastRead(db, { meter, zone })
    if (last) byZone.set(keyOf(meter, zone), [last, ...zoneReadings])
  }
  return (meter, zone) => byZone.get(keyOf(meter, zone)) ?? []
}

const keyOf = (meter: string, zone: Zone) => `${zone} ${meter}`

/**
 * The moment of a new form, always after the newest reading: readings are ordered by their moments, and two forms may
 * come in one millisecond, or by two clocks.
 */
export const afterMoment = (newest: string | null, now: Date): string =>
  newest !== null && newest >= now.toISOString()
    ? new Date(Date.parse(newest) + 1).toISOString()
    : now.toISOString()
