import { readingsAsCsv, readingsColumns, readReadingsColumns } from 'api/company-data'
import type { DatabaseWork } from './command'
import { warnOfLostLetters } from './lost-letters'
import { checkColumns, daysOf } from './register-order'

/**
 * The meter readings that customers sent on some days in TIME_ZONE, for the company's billing. Returns the file to print;
 * throws a UsageError for invalid options.
 */
export const readingsRegisterCommand = async ({
  config: { timeZone },
  database: { db },
  given,
}: DatabaseWork<'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = given.words
  const days = { ...daysOf(from, given.text('to')), timeZone }
  const encoding = given.text('encoding') ?? 'utf-8'
  const { table, lost } = await readingsAsCsv(db, days, {
    columns: checkColumns(readReadingsColumns(given.text('columns')), readingsColumns),
    encoding,
  })
  warnOfLostLetters(lost, encoding)
  return table
}
