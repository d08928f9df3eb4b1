import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { CountingMethod } from 'contract/explanation'
import type { Zone } from 'contract/readings'
import { dayOf } from 'format/dates'
import { isRead, type Reading, usualBefore, volumeOf, volumesByPeriod, type ZonePast } from './consumption'
import { afterMoment, pastReadings, rangeOf, zonesOf } from './past-readings'
import {
  findMeters,
  insertReadings,
  lockMeters,
  type MeterRow,
  newestReadingAt,
  type ReadingRow,
} from './readings.repository'

/** Periods in a row that may be charged by the average (Rules of utility services 354, section 59); then by the norm. */
const mostByAverage = 3

/** How the volume of a metered service came about. */
type MeteredMethod = Extract<CountingMethod, 'meter' | 'average' | 'norm'>

/** What an invoice has charged a zone for, or has corrected a period by, in the meter's smallest units. */
export interface BilledVolume {
  meter: string
  zone: Zone
  /** The month in which it was used. */
  period: string
  method: MeteredMethod
  volume: number
}

/** A zone of a service of an account. */
export interface MeteredService {
  service: string
  zone: Zone
}

/** Thousandths of the unit; meters of the same service together. */
export interface ServiceVolume extends MeteredService {
  thousandths: number
  method: MeteredMethod
}

export interface CountedVolumes {
  /** What the period is charged for. Empty: the account has no meters. */
  charged: readonly ServiceVolume[]
  /** Earlier periods that turn out to have used another volume: all of their zones, as charged so far and as known now. */
  corrected: readonly { period: string; was: readonly ServiceVolume[]; is: readonly ServiceVolume[] }[]
  /** What is to be kept with the invoice. */
  billed: readonly BilledVolume[]
}

interface Counting {
  account: string
  /** The month to charge. */
  period: string
  /** What earlier invoices of the account have charged. */
  billed: readonly BilledVolume[]
  /** What a zone is charged for by the norm, thousandths of the unit a month. */
  normOf(service: MeteredService): number
  timeZone: string
  now: Date
}

/** A zone with what the invoice charges it for, and by what it corrects earlier periods. */
interface CountedZone extends MeteredService {
  meter: MeterRow
  /** The volume charged so far for an earlier period. */
  billedIn(period: string): number
  corrections: ReadonlyMap<string, number>
  charged: { volume: number; method: MeteredMethod }
  /** To be recorded, where nobody has read the meter and its last value is known. */
  estimate: { value: number; previous: number; volume: number } | null
}

/**
 * What an account's meters have used in a period. Records an estimate for each zone that nobody has read. Locks the
 * account's meters until the transaction ends; call it once for an invoice.
 */
export const countVolumes = async (trx: Queries, counting: Counting): Promise<CountedVolumes> => {
  const { account, period, timeZone, now } = counting
  await lockMeters(trx, account)
  const meters = await findMeters(trx, account, `${period}-01`)
  const past = await pastReadings(trx, { account, meters, period })
  const zones = meters.flatMap((meter) =>
    zonesOf(meter).map(({ zone }) =>
      countZone(
        meter,
        zone,
        { readings: whileVerified(meter, past(meter.id, zone), timeZone), range: rangeOf(meter) },
        counting,
      ),
    ),
  )
  const readAt = afterMoment(await newestReadingAt(trx, account), now)
  await insertReadings(
    trx,
    zones.flatMap(({ meter, zone, estimate }) =>
      estimate
        ? [
            {
              id: randomUUID(),
              account,
              meter_id: meter.id,
              zone,
              ...estimate,
              period,
              read_at: readAt,
              source: 'estimated' as const,
            },
          ]
        : [],
    ),
  )
  const corrected = [...new Set(zones.flatMap(({ corrections }) => [...corrections.keys()]))].sort()
  return {
    charged: byService(zones.map((zone) => ({ ...zone, ...zone.charged }))),
    corrected: corrected.map((earlier) => ({
      period: earlier,
      was: byService(zones.map((zone) => ({ ...zone, volume: zone.billedIn(earlier), method: 'meter' }))),
      is: byService(
        zones.map((zone) => ({
          ...zone,
          volume: zone.billedIn(earlier) + (zone.corrections.get(earlier) ?? 0),
          method: 'meter',
        })),
      ),
    })),
    billed: zones.flatMap(({ meter, zone, charged, corrections }) => [
      ...[...corrections].map(([earlier, volume]) => ({
        meter: meter.id,
        zone,
        period: earlier,
        method: 'meter' as const,
        volume,
      })),
      { meter: meter.id, zone, period, ...charged },
    ]),
  }
}

/**
 * A meter counts as out of order from the end of its verification (Rules 354, section 81(12)): what somebody reads later is
 * no reading, until the meter is verified again.
 */
const whileVerified = (
  { verifiedUntil }: MeterRow,
  readings: readonly ReadingRow[],
  timeZone: string,
): readonly ReadingRow[] =>
  verifiedUntil === null
    ? readings
    : readings.filter((reading) => !isRead(reading) || dayOf(reading.readAt, timeZone) <= verifiedUntil)

const countZone = (
  meter: MeterRow,
  zone: Zone,
  past: ZonePast,
  { period, billed, normOf }: Counting,
): CountedZone => {
  const { readings, range } = past
  const { service } = meter
  const volumes = volumesByPeriod(past)
  const own = billed.filter((one) => one.meter === meter.id && one.zone === zone)
  const rawIn = (month: string) => volumeOf(readings.filter((reading) => reading.period === month))
  const billedIn = (month: string) => {
    const ofMonth = own.filter((one) => one.period === month)
    return ofMonth.length > 0 ? sumOf(ofMonth) : rawIn(month)
  }
  // Older invoices have charged what was read up to here: before this way of counting, or before the readings at hand.
  const firstCounted = own.reduce((first, one) => (one.period < first ? one.period : first), period)
  const read = readings.filter(isRead)
  const settled = (read.findLast((reading) => reading.period < firstCounted) ?? read[0])?.period ?? ''
  const corrections = new Map<string, number>()
  for (const [month, { volume, isRead }] of volumes) {
    if (!isRead || month <= settled || month >= period) continue
    const before = billedIn(month)
    if (before !== undefined && before !== volume) corrections.set(month, volume - before)
  }
  const counted = {
    service,
    zone,
    meter,
    billedIn: (month: string) => billedIn(month) ?? 0,
    corrections,
    estimate: null,
  }

  const used = volumes.get(period)
  if (used) return { ...counted, charged: { volume: used.volume, method: used.isRead ? 'meter' : 'average' } }
  const norm = Math.round((normOf({ service, zone }) * 10 ** meter.decimals) / 1000)
  const last = readings.at(-1)
  if (!last || last.period >= period) return { ...counted, charged: { volume: norm, method: 'norm' } }
  const average = estimatedMonths(readings) < mostByAverage ? usualBefore(past, period) : null
  const volume = average ?? norm
  return {
    ...counted,
    charged: { volume, method: average === null ? 'norm' : 'average' },
    estimate: { value: (last.value + volume) % range, previous: last.value, volume },
  }
}

/** Months since somebody read the meter that were charged by an estimate. */
const estimatedMonths = (readings: readonly Reading[]) =>
  new Set(readings.slice(readings.findLastIndex(isRead) + 1).map(({ period }) => period)).size

const byService = (
  volumes: readonly (MeteredService & { meter: MeterRow; volume: number; method: MeteredMethod })[],
): ServiceVolume[] => {
  const services = new Map<string, ServiceVolume>()
  for (const { service, zone, meter, volume, method } of volumes) {
    const key = `${zone} ${service}`
    const total = services.get(key)
    services.set(key, {
      service,
      zone,
      thousandths: (total?.thousandths ?? 0) + (volume * 1000) / 10 ** meter.decimals,
      method: total ? leastExact(total.method, method) : method,
    })
  }
  return [...services.values()]
}

const exactness: readonly MeteredMethod[] = ['meter', 'average', 'norm']

/** How a sum of several volumes is counted: as the least exact of them. */
export const leastExact = (...methods: MeteredMethod[]): MeteredMethod =>
  exactness.findLast((method) => methods.includes(method)) ?? 'meter'

const sumOf = (volumes: readonly BilledVolume[]) => volumes.reduce((sum, { volume }) => sum + volume, 0)
