import type { Queries } from 'api/db/database'
import { preparedQuery } from 'api/db/prepared-query'

/** The periods for which the account has invoices, newest first. */
export const findPeriods = async (db: Queries, account: string): Promise<string[]> =>
  (await periodsOf(db, { account })).map(({ period }) => period)

const periodsOf = preparedQuery((db, { account }: { account: string }) =>
  db.selectFrom('invoices').select('period').where('account', '=', account).orderBy('period', 'desc'),
)

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

export const findInvoice = async (db: Queries, { account, period }: InvoiceKey) =>
  (await invoicesOf(db, { account, period }))[0]

type InvoiceKey = { account: string; period: string }

const invoicesOf = preparedQuery((db, { account, period }: InvoiceKey) =>
  db
    .selectFrom('invoices')
    .where('account', '=', account)
    .where('period', '=', period)
    .select([
      'id',
      'account',
      'period',
      'issued_at as issuedAt',
      'due_at as dueAt',
      'opening_balance as openingBalance',
      'lines',
      'charged',
      'penalty',
      'paid',
      'parties',
    ]),
)
