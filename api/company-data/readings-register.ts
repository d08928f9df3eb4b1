import type { Queries } from 'api/db/database'
import { type Place, rowsSince } from 'api/db/pages'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { fromUnits } from 'format/decimal'
import { type Cells, csvRegister, type Span } from './csv-register'

/** A number with as many decimals as the meter has: `120,500`. */
const figure = (units: number, decimals: number): CsvCell => ({
  figure: fromUnits(BigInt(units), decimals).replace('.', ','),
})

const cells: Cells<SentReading> = {
  day: ({ at }, timeZone) => tableMoment(at, timeZone).day,
  time: ({ at }, timeZone) => tableMoment(at, timeZone).time,
  account: ({ account }) => account,
  /** The meter's number in the billing, or its id in the portal if it was not imported. */
  meter: ({ meter }) => meter,
  serial: ({ serial }) => serial,
  service: ({ service }) => service,
  unit: ({ unit }) => unit,
  zone: ({ zone }) => zone,
  value: ({ value, decimals }) => figure(value, decimals),
  /** Empty for the first reading of a zone. */
  previous: ({ previous, decimals }) => (previous === null ? '' : figure(previous, decimals)),
  /** Empty for the first reading of a zone. */
  volume: ({ previous, volume, decimals }) => (previous === null ? '' : figure(volume, decimals)),
  /** `yes`: the customer has corrected what they sent in the same month. */
  corrects: ({ corrects }) => (corrects ? 'yes' : ''),
  period: ({ period }) => period,
  receipt: ({ receipt }) => receipt,
}

/** The readings that customers have sent. */
export const readingsRegister = csvRegister(cells, {
  usualColumns: 'day,time,account,meter,serial,zone,value,volume,corrects,receipt',
  entries: (db, span) => rowsSince(span.since, rowsAtOnce, (after) => findSentReadings(db, after, span)),
})

const rowsAtOnce = 2_000

const findSentReadings = (db: Queries, after: Place, { until }: Pick<Span, 'until'>) =>
  db
    .selectFrom('meter_readings')
    .innerJoin('reading_receipts', 'reading_receipts.id', 'meter_readings.receipt_id')
    .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
    .select((eb) => [
      'meter_readings.id',
      'meter_readings.read_at as at',
      'meter_readings.account',
      eb.fn.coalesce('meters.external_id', 'meters.id').as('meter'),
      'meters.serial',
      'meters.service',
      'meters.unit',
      'meters.decimals',
      'meter_readings.zone',
      'meter_readings.value',
      'meter_readings.previous',
      'meter_readings.volume',
      'meter_readings.corrects',
      'meter_readings.period',
      'reading_receipts.number as receipt',
    ])
    // Also selects the index that has the rows in this order.
    .where('meter_readings.receipt_id', 'is not', null)
    .where((eb) =>
      eb(eb.refTuple('meter_readings.read_at', 'meter_readings.id'), '>', eb.tuple(after.at, after.id)),
    )
    .where('meter_readings.read_at', '<', until)
    .orderBy('meter_readings.read_at')
    .orderBy('meter_readings.id')
    .limit(rowsAtOnce)
    .execute()

type SentReading = Awaited<ReturnType<typeof findSentReadings>>[number]
