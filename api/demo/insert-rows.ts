import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable } from 'kysely'
import type { DemoData } from './demo-types'

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

/** Well below the limit on parameters of one statement in both databases. */
const rowsAtOnce = 400

/** Inserts rows of any table, with a parameter for each value: a demo is small, and `jsonRows` needs the columns' types. */
export const insertAll = async <Table extends keyof Tables>(
  trx: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}
