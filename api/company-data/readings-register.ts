import type { Queries } from 'api/db/database'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { fromUnits } from 'format/decimal'
import { asCsv, type Cells, type Column, type CsvTable, readColumns } from './csv-columns'
import { type Place, type RegisterDays, rowsOf, type Span, spanOf } from './register-days'

/** A number with as many decimals as the meter has: `120,500`. */
const figure = (units: number, decimals: number): CsvCell => ({
  figure: fromUnits(BigInt(units), decimals).replace('.', ','),
})

const cells: Cells<SentReading> = {
  day: ({ at }, timeZone) => tableMoment(at, timeZone).day,
  time: ({ at }, timeZone) => tableMoment(at, timeZone).time,
  account: ({ account }) => account,
  /** Its number in the billing; its id in the portal for one that was not imported. */
  meter: ({ meter }) => meter,
  serial: ({ serial }) => serial,
  service: ({ service }) => service,
  unit: ({ unit }) => unit,
  zone: ({ zone }) => zone,
  value: ({ value, decimals }) => figure(value, decimals),
  /** Empty for the first one of a zone. */
  previous: ({ previous, decimals }) => (previous === null ? '' : figure(previous, decimals)),
  /** Empty for the first one of a zone. */
  volume: ({ previous, volume, decimals }) => (previous === null ? '' : figure(volume, decimals)),
  /** `yes`: the customer has corrected what they sent in the same month. */
  corrects: ({ corrects }) => (corrects ? 'yes' : ''),
  period: ({ period }) => period,
  receipt: ({ receipt }) => receipt,
}

export const readingsColumns = Object.keys(cells)
const usualColumns = 'day,time,account,meter,serial,zone,value,volume,corrects,receipt'

/** Reads `day=Дата,account,…`, or the usual ones; null for the name of no column. */
export const readReadingsColumns = (text = usualColumns) => readColumns(cells, text)

/** What customers sent on these days, as CSV in its order. */
export const readingsAsCsv = async (
  db: Queries,
  days: RegisterDays,
  { columns, encoding }: { columns: readonly Column<SentReading>[]; encoding: string },
): Promise<CsvTable> => {
  const span = spanOf(days)
  const sent = rowsOf((after) => findSent(db, span, after))
  return asCsv(sent, { columns, encoding, timeZone: days.timeZone })
}

const rowsAtOnce = 2_000

/** The readings that customers have sent, oldest first, a page after the other. */
const findSent = (db: Queries, { since, until }: Span, after: Place | undefined) =>
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
    // Also says which index has them in their order.
    .where('meter_readings.receipt_id', 'is not', null)
    .where('meter_readings.read_at', '>=', since)
    .where('meter_readings.read_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('meter_readings.read_at', 'meter_readings.id'),
          '>',
          eb.tuple(after?.at ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('meter_readings.read_at')
    .orderBy('meter_readings.id')
    .limit(rowsAtOnce)
    .execute()

type SentReading = Awaited<ReturnType<typeof findSent>>[number]
