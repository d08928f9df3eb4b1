import type { Queries } from 'api/db/database'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { asCsv, type Cells, type Column, readColumns } from './csv-columns'
import { type Place, type RegisterDays, rowsOf, type Span, spanOf } from './register-days'

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

const rowsAtOnce = 2_000

/** What customers changed, oldest first, a page after the other. Those who were erased are not in it. */
const findChanges = (db: Queries, { since, until }: Span, after: Place | undefined) =>
  db
    .selectFrom('customer_changes')
    .innerJoin('users', 'users.id', 'customer_changes.user_id')
    .select([
      'customer_changes.id',
      'customer_changes.at',
      'customer_changes.user_id as userId',
      'customer_changes.kind',
      'customer_changes.account',
      'customer_changes.before',
      'customer_changes.after',
      'users.name',
      'users.email',
      'users.phone',
    ])
    .where('customer_changes.at', '>=', since)
    .where('customer_changes.at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('customer_changes.at', 'customer_changes.id'),
          '>',
          eb.tuple(after?.at ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('customer_changes.at')
    .orderBy('customer_changes.id')
    .limit(rowsAtOnce)
    .execute()

type CustomerChange = Awaited<ReturnType<typeof findChanges>>[number]
