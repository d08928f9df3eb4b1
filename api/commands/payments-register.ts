import {
  completeAt,
  readRegisterColumns,
  registerAsCsv,
  registerColumns,
  registerFor1c,
} from 'api/company-data'
import { ConfigError } from 'contract/settings'
import { tableMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'
import { warnOfLostLetters } from './lost-letters'
import { checkColumns, daysOf } from './register-order'

/**
 * The payments that succeeded on some days in TIME_ZONE, and the refunds of these days, for the company's books. Returns
 * the file to print; throws a UsageError for invalid options, and a ConfigError for a day that may still get payments, and
 * when 1c needs the company's name and CONTENT_DIR is no folder.
 */
export const paymentsRegisterCommand = async ({
  config: { timeZone },
  site,
  database,
  clock,
  given,
}: DatabaseWork<'to' | 'columns' | 'format' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = given.words
  const days = { ...daysOf(from, given.text('to')), timeZone }
  const now = clock()
  if (given.text('format') === '1c') {
    if (given.has('columns') || given.has('encoding'))
      throw new UsageError('--columns and --encoding: only for csv, 1c has its own')
    refuseIncomplete(days, now)
    const { file, refunds, lost } = await registerFor1c(database, days, {
      sender: site().company().name,
      now,
    })
    if (refunds.count > 0)
      process.stderr.write(
        `Not in this file: ${refunds.count} refund(s) of ${formatRubles(refunds.amount)} in all. 1C takes none; print these days as CSV for them.\n`,
      )
    warnOfLostLetters(lost, 'windows-1251')
    return file
  }
  const columns = checkColumns(readRegisterColumns(given.text('columns')), registerColumns)
  refuseIncomplete(days, now)
  const encoding = given.text('encoding') ?? 'utf-8'
  const { table, lost } = await registerAsCsv(database.db, days, { columns, encoding })
  warnOfLostLetters(lost, encoding)
  return table
}

const refuseIncomplete = (days: Parameters<typeof completeAt>[0], now: Date) => {
  const from = completeAt(days)
  if (now >= from) return
  const { day, time } = tableMoment(from.toISOString(), days.timeZone)
  throw new ConfigError(
    `The register of ${days.to} is not complete yet: a payment may still come into it. Print it from ${time} on ${day} on (${days.timeZone}), ten minutes after its last day`,
  )
}
