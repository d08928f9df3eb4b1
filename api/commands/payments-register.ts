import { readRegisterColumns, registerAsCsv, registerColumns, registerFor1c } from 'api/company-data'
import type { DatabaseWork } from './command'
import { daysOf, knownColumns } from './register-order'
import { UsageError } from './usage-error'

/**
 * The payments that succeeded on some days in TIME_ZONE, and the refunds of these days, for the company's books. Returns
 * the file to print; throws a UsageError for invalid options, and a ConfigError when 1c needs the company's name and
 * CONTENT_DIR is no folder.
 */
export const paymentsRegisterCommand = async ({
  config: { timeZone },
  site,
  database: { db },
  clock,
  given,
}: DatabaseWork<'to' | 'columns' | 'format' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = given.words
  const days = { ...daysOf(from, given.text('to')), timeZone }
  if (given.text('format') === '1c') {
    if (given.has('columns') || given.has('encoding'))
      throw new UsageError('--columns and --encoding: only for csv, 1c has its own')
    return registerFor1c(db, days, { sender: site().company().name, now: clock() })
  }
  return registerAsCsv(db, days, {
    columns: knownColumns(readRegisterColumns(given.text('columns')), registerColumns),
    encoding: given.text('encoding') ?? 'utf-8',
  })
}
