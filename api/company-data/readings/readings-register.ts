import type { Queries } from 'api/db/database'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { fromUnits } from 'format/decimal'
import { asCsv, type Cells, type Column, type CsvTable, readColumns } from '../csv-columns'
import { type RegisterDays, rowsOf, spanOf } from '../register-days'
import { findSent, type SentReading } from './sent-readings.repository'

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
