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

/** A volume that an invoice has charged, or by which it has corrected a period, in the meter's smallest units. */
export interface BilledVolume {
  meter: string
  zone: Zone
  /** The month of the consumption. */
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
  /** The volumes that the period is charged for; empty if the account has no meters. */
  charged: readonly ServiceVolume[]
  /** Earlier periods whose volume has changed, with all their zones. `was`: as charged so far. `is`: as known now. */
  corrected: readonly { period: string; was: readonly ServiceVolume[]; is: readonly ServiceVolume[] }[]
  /** The volumes to store with the invoice. */
  billed: readonly BilledVolume[]
}

interface CountInput {
  account: string
  /** The month to charge. */
  period: string
  /** The volumes that earlier invoices of the account have charged. */
  billed: readonly BilledVolume[]
  /** The norm of a zone, thousandths of the unit a month. */
  normOf(service: MeteredService): number
  timeZone: string
  now: Date
}

/** A zone with the volume that the invoice charges, and the corrections of earlier periods. */
interface CountedZone extends MeteredService {
  meter: MeterRow
  /** The volume charged so far for an earlier period. */
  billedIn(period: string): number
  corrections: ReadonlyMap<string, number>
  charged: { volume: number; method: MeteredMethod }
  /** The estimate to record; `null` if the meter was read, or its last value is unknown. */
  estimate: { value: number; previous: number; volume: number } | null
}

/**
 * Counts the volumes of an account's meters in a period. Records an estimate for each zone that nobody has read. Locks the
 * account's meters until the transaction ends; call it once for an invoice.
 */
export const countVolumes = async (trx: Queries, input: CountInput): Promise<CountedVolumes> => {
  const { account, period, timeZone, now } = input
  await lockMeters(trx, account)
  const meters = await findMeters(trx, account, `${period}-01`)
  const past = await pastReadings(trx, { account, meters, period })
  const zones = meters.flatMap((meter) =>
    zonesOf(meter).map(({ zone }) =>
      countZone(
        meter,
        zone,
        { readings: readingsWhileVerified(meter, past(meter.id, zone), timeZone), range: rangeOf(meter) },
        input,
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
  const correctedPeriods = [...new Set(zones.flatMap(({ corrections }) => [...corrections.keys()]))].sort()
  return {
    charged: byService(zones.map((zone) => ({ ...zone, ...zone.charged }))),
    corrected: correctedPeriods.map((earlier) => ({
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
 * A meter counts as out of order from the end of its verification (Rules 354, section 81(12)): later readings do
 * not count until the meter is verified again.
 */
const readingsWhileVerified = (
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
  { period, billed, normOf }: CountInput,
): CountedZone => {
  const { readings, range } = past
  const { service } = meter
  const volumes = volumesByPeriod(past)
  const billedVolumes = billed.filter((one) => one.meter === meter.id && one.zone === zone)
  const recordedVolumeIn = (month: string) => volumeOf(readings.filter((reading) => reading.period === month))
  const billedIn = (month: string) => {
    const ofMonth = billedVolumes.filter((one) => one.period === month)
    return ofMonth.length > 0 ? sumOf(ofMonth) : recordedVolumeIn(month)
  }
  // Periods up to this one are not corrected: their invoices have no stored volumes, or no reading is older.
  const firstCounted = billedVolumes.reduce((first, one) => (one.period < first ? one.period : first), period)
  const measured = readings.filter(isRead)
  const settledPeriod =
    (measured.findLast((reading) => reading.period < firstCounted) ?? measured[0])?.period ?? ''
  const corrections = new Map<string, number>()
  for (const [month, { volume, isRead }] of volumes) {
    if (!isRead || month <= settledPeriod || month >= period) continue
    const before = billedIn(month)
    if (before !== undefined && before !== volume) corrections.set(month, volume - before)
  }
  const base = {
    service,
    zone,
    meter,
    billedIn: (month: string) => billedIn(month) ?? 0,
    corrections,
    estimate: null,
  }

  const periodVolume = volumes.get(period)
  if (periodVolume)
    return {
      ...base,
      charged: { volume: periodVolume.volume, method: periodVolume.isRead ? 'meter' : 'average' },
    }
  const norm = Math.round((normOf({ service, zone }) * 10 ** meter.decimals) / 1000)
  const last = readings.at(-1)
  if (!last || last.period >= period) return { ...base, charged: { volume: norm, method: 'norm' } }
  const average = estimatedMonths(readings) < mostByAverage ? usualBefore(past, period) : null
  const volume = average ?? norm
  return {
    ...base,
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
