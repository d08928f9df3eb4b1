import {
  type CsvRegister,
  changesRegister,
  completeAt,
  type LostText,
  paymentsRegister,
  type RegisterDays,
  readingsRegister,
  registerFor1c,
} from 'api/company-data'
import type { Queries } from 'api/db/database'
import { day as dayFormat } from 'contract/time'
import { tableMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { ConfigError } from 'process/settings'
import { type CommandInput, type DatabaseContext, UsageError } from '../command'

/**
 * Returns a file of the payments and refunds of some days in TIME_ZONE, for the company's books. Throws a UsageError
 * for invalid options. Throws a ConfigError for a day that may still get payments, and for 1c without a usable
 * CONTENT_DIR, which has the company's name.
 */
export const paymentsRegisterCommand = async ({
  config: { timeZone },
  site,
  database,
  clock,
  input,
}: DatabaseContext<'to' | 'columns' | 'format' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = input.positionals
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
  const printTable = csvPrinter(paymentsRegister, input)
  refuseIncomplete(days, now)
  return (await printTable(database.db, days)).table
}

const refuseIncomplete = (days: RegisterDays, now: Date) => {
  const from = completeAt(days)
  if (now >= from) return
  const { day, time } = tableMoment(from.toISOString(), days.timeZone)
  throw new ConfigError(
    `The register of ${days.to} is not complete yet: a payment may still come into it. Print it from ${time} on ${day} on (${days.timeZone}), ten minutes after its last day`,
  )
}

/** The days of a register. Throws a UsageError for an invalid day, or if the last day is before the first. */
const daysOf = (from: string, to = from) => {
  for (const day of [from, to])
    if (!isDay(day)) throw new UsageError(`${day} is not a day such as 2026-10-05`)
  if (to < from) throw new UsageError('--to: must not be before the first day')
  return { from, to }
}

export const isDay = (text: string) => dayFormat.safeParse(text).success

/**
 * Returns a function that prints a register as `--columns` and `--encoding` say, and to stderr the letters that the
 * encoding lacks. Throws a UsageError if a column is unknown.
 */
const csvPrinter = <Entry>(register: CsvRegister<Entry>, input: CommandInput<'columns' | 'encoding'>) => {
  const columns = register.readColumns(input.text('columns'))
  if (!columns) throw new UsageError(`--columns: there are ${register.columnNames.join(', ')}`)
  const encoding = input.text('encoding') ?? 'utf-8'
  return async (db: Queries, days: RegisterDays) => {
    const output = await register.asCsv(db, days, { columns, encoding })
    warnOfLostLetters(output.lost, encoding)
    return output
  }
}

const mostNamed = 20

/** Prints to stderr which texts of a file have "?" instead of letters that its encoding lacks. */
const warnOfLostLetters = (lost: readonly LostText[], encoding: string) => {
  if (lost.length === 0) return
  const named = lost.slice(0, mostNamed).map(({ line, name, text }) => `line ${line}, ${name}: ${text}\n`)
  const more = lost.length - named.length
  process.stderr.write(
    `Letters that ${encoding} does not have are "?" in ${lost.length} cell(s):\n${named.join('')}${more > 0 ? `and ${more} more\n` : ''}`,
  )
}

/**
 * Returns a file of the readings that customers sent on some days in TIME_ZONE, for the company's billing. Throws a
 * UsageError for invalid options.
 */
export const readingsRegisterCommand = async ({
  config: { timeZone },
  database: { db },
  input,
}: DatabaseContext<'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const [from = ''] = input.positionals
  const days = { ...daysOf(from, input.text('to')), timeZone }
  return (await csvPrinter(readingsRegister, input)(db, days)).table
}

/**
 * Returns a file of what customers changed in their data on some days in TIME_ZONE, for the company's billing. Throws a
 * UsageError for invalid options.
 */
export const customerChangesCommand = async ({
  config: { timeZone },
  database: { db },
  input,
  entry,
}: DatabaseContext<'from' | 'to' | 'columns' | 'encoding'>): Promise<Uint8Array> => {
  const from = input.text('from')
  if (from === undefined) throw new UsageError('customer-changes: --from must be the first day')
  const days = { ...daysOf(from, input.text('to')), timeZone }
  const { table, count } = await csvPrinter(changesRegister, input)(db, days)
  entry.note({ counts: { changes: count } })
  return table
}
