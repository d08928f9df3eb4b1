import type { Queries } from 'api/db/database'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { asCsv, type Cells, type Column, readColumns } from '../csv-columns'
import { type RegisterDays, rowsOf, spanOf } from '../register-days'
import { type CustomerChange, findChanges } from './customer-changes.repository'

/** A telephone is no formula, though it begins like one. */
const cellOf = (text: string | null): CsvCell =>
  text !== null && /^\+\d{5,15}$/.test(text) ? { figure: text } : (text ?? '')

const cells: Cells<CustomerChange> = {
  day: ({ at }, timeZone) => tableMoment(at, timeZone).day,
  time: ({ at }, timeZone) => tableMoment(at, timeZone).time,
  customer: ({ userId }) => userId,
  kind: ({ kind }) => kind,
  account: ({ account }) => account ?? '',
  before: ({ before }) => cellOf(before),
  after: ({ after }) => cellOf(after),
  /** As they are now. */
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => cellOf(phone),
}

export const changeColumns = Object.keys(cells)
const usualColumns = 'day,time,customer,kind,account,before,after'

/** Reads `day=Дата,kind,…`, or the usual ones; null for the name of no column. */
export const readChangeColumns = (text = usualColumns) => readColumns(cells, text)

/** What customers changed on these days, as CSV in its order, and how many changes. */
export const changesAsCsv = (
  db: Queries,
  days: RegisterDays,
  { columns, encoding }: { columns: readonly Column<CustomerChange>[]; encoding: string },
) => {
  const span = spanOf(days)
  return asCsv(
    rowsOf((after) => findChanges(db, span, after)),
    { columns, encoding, timeZone: days.timeZone },
  )
}
