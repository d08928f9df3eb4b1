import { changeColumns, changesAsCsv, readChangeColumns } from 'api/company-data'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'
import { warnOfLostLetters } from './lost-letters'
import { checkColumns, daysOf } from './register-order'

/**
 * What customers changed of themselves on some days in TIME_ZONE, for the company's billing. Returns the file to print;
 * throws a UsageError for invalid options.
 */
export const customerChangesCommand = async ({
  config: { timeZone },
  database: { db },
  given,
  entry,
}: DatabaseWork<'from' | 'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const from = given.text('from')
  if (from === undefined) throw new UsageError('customer-changes: --from must be the first day')
  const days = { ...daysOf(from, given.text('to')), timeZone }
  const encoding = given.text('encoding') ?? 'utf-8'
  const { table, count, lost } = await changesAsCsv(db, days, {
    columns: checkColumns(readChangeColumns(given.text('columns')), changeColumns),
    encoding,
  })
  warnOfLostLetters(lost, encoding)
  entry.note({ counts: { changes: count } })
  return table
}
