import { readingsAsCsv, readingsColumns, readReadingsColumns } from 'api/company-data'
import type { DatabaseWork } from './command'
import { daysOf, knownColumns } from './register-order'

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
  return readingsAsCsv(db, days, {
    columns: knownColumns(readReadingsColumns(given.text('columns')), readingsColumns),
    encoding: given.text('encoding') ?? 'utf-8',
  })
}
