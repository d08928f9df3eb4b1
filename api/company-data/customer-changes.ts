import type { Queries } from 'api/db/database'
import { type Place, rowsSince } from 'api/db/pages'
import type { CsvCell } from 'format/csv'
import { tableMoment } from 'format/dates'
import { type Cells, csvRegister, type Span } from './csv-register'

/** A telephone number begins with "+", but is not escaped like a formula. */
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
  /** The customer's current data. */
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => cellOf(phone),
}

/** The changes that customers made. Erased customers are not in it. */
export const changesRegister = csvRegister(cells, {
  usualColumns: 'day,time,customer,kind,account,before,after',
  entries: (db, span) => rowsSince(span.since, rowsAtOnce, (after) => findChanges(db, after, span)),
})

const rowsAtOnce = 2_000

const findChanges = (db: Queries, after: Place, { until }: Pick<Span, 'until'>) =>
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
    .where((eb) =>
      eb(eb.refTuple('customer_changes.at', 'customer_changes.id'), '>', eb.tuple(after.at, after.id)),
    )
    .where('customer_changes.at', '<', until)
    .orderBy('customer_changes.at')
    .orderBy('customer_changes.id')
    .limit(rowsAtOnce)
    .execute()

type CustomerChange = Awaited<ReturnType<typeof findChanges>>[number]
