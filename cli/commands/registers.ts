import {
  changeColumns,
  changesAsCsv,
  completeAt,
  type LostText,
  readChangeColumns,
  readingsAsCsv,
  readingsColumns,
  readReadingsColumns,
  readRegisterColumns,
  registerAsCsv,
  registerColumns,
  registerFor1c,
} from 'api/company-data'
import { day as dayFormat } from 'contract/time'
import { tableMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { ConfigError } from 'process/settings'
import { type DatabaseWork, UsageError } from '../command'

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
  input,
}: DatabaseWork<'to' | 'columns' | 'format' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = input.words
  const days = { ...daysOf(from, input.text('to')), timeZone }
  const now = clock()
  if (input.text('format') === '1c') {
    if (input.has('columns') || input.has('encoding'))
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
  const columns = checkColumns(readRegisterColumns(input.text('columns')), registerColumns)
  refuseIncomplete(days, now)
  const encoding = input.text('encoding') ?? 'utf-8'
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

/** The days of a register. Throws a UsageError for an invalid day, or if the last day is before the first. */
export const daysOf = (from: string, to = from) => {
  for (const day of [from, to])
    if (!isDay(day)) throw new UsageError(`${day} is not a day such as 2026-10-05`)
  if (to < from) throw new UsageError('--to: must not be before the first day')
  return { from, to }
}

export const isDay = (text: string) => dayFormat.safeParse(text).success

/** Returns the columns of `--columns`. Throws a UsageError if one of its names is unknown. */
export const checkColumns = <Column>(read: Column[] | null, names: readonly string[]): Column[] => {
  if (!read) throw new UsageError(`--columns: there are ${names.join(', ')}`)
  return read
}

const mostNamed = 20

/** Says on stderr which texts of a printed file have "?" in the place of letters. */
export const warnOfLostLetters = (lost: readonly LostText[], encoding: string) => {
  if (lost.length === 0) return
  const named = lost.slice(0, mostNamed).map(({ line, name, text }) => `line ${line}, ${name}: ${text}\n`)
  const more = lost.length - named.length
  process.stderr.write(
    `Letters that ${encoding} does not have are "?" in ${lost.length} cell(s):\n${named.join('')}${more > 0 ? `and ${more} more\n` : ''}`,
  )
}

/**
 * The meter readings that customers sent on some days in TIME_ZONE, for the company's billing. Returns the file to print;
 * throws a UsageError for invalid options.
 */
export const readingsRegisterCommand = async ({
  config: { timeZone },
  database: { db },
  input,
}: DatabaseWork<'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = input.words
  const days = { ...daysOf(from, input.text('to')), timeZone }
  const encoding = input.text('encoding') ?? 'utf-8'
  const { table, lost } = await readingsAsCsv(db, days, {
    columns: checkColumns(readReadingsColumns(input.text('columns')), readingsColumns),
    encoding,
  })
  warnOfLostLetters(lost, encoding)
  return table
}

/**
 * What customers changed of themselves on some days in TIME_ZONE, for the company's billing. Returns the file to print;
 * throws a UsageError for invalid options.
 */
export const customerChangesCommand = async ({
  config: { timeZone },
  database: { db },
  input,
  entry,
}: DatabaseWork<'from' | 'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const from = input.text('from')
  if (from === undefined) throw new UsageError('customer-changes: --from must be the first day')
  const days = { ...daysOf(from, input.text('to')), timeZone }
  const encoding = input.text('encoding') ?? 'utf-8'
  const { table, count, lost } = await changesAsCsv(db, days, {
    columns: checkColumns(readChangeColumns(input.text('columns')), changeColumns),
    encoding,
  })
  warnOfLostLetters(lost, encoding)
  entry.note({ counts: { changes: count } })
  return table
}
