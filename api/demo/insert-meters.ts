import type { Queries } from 'api/db/database'
import type { DemoData } from './demo-types'
import { insertAll } from './insert-all'

export const insertMeters = async (
  trx: Queries,
  { meters, readings }: Pick<DemoData, 'meters' | 'readings'>,
) => {
  await insertAll(
    trx,
    'meters',
    meters.map((meter) => ({
      id: meter.id,
      account: meter.account,
      position: meter.position,
      service: meter.service,
      unit: meter.unit,
      serial: meter.serial,
      place: meter.place,
      zones: JSON.stringify(meter.zones),
      digits: meter.digits,
      decimals: meter.decimals,
      verified_until: meter.verifiedUntil,
    })),
  )
  await insertAll(
    trx,
    'meter_readings',
    readings.map((reading) => ({
      id: reading.id,
      account: reading.account,
      meter_id: reading.meterId,
      zone: reading.zone,
      value: reading.value,
      previous: reading.previous,
      volume: reading.volume,
      period: reading.period,
      read_at: reading.readAt,
      source: reading.source,
    })),
  )
}
