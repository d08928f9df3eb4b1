import { readColumns, registerAsCsv, registerColumns, registerFor1c, usualColumns } from 'api/company-data'
import { addDays } from 'format/dates'
import type { DatabaseWork, Given } from './command'
import { UsageError } from './usage-error'

type Option = 'to' | 'columns' | 'format' | 'encoding'

/**
 * The payments that succeeded on some days in TIME_ZONE, and the refunds of these days, for the company's books. Returns
 * the file to print; throws a UsageError for invalid options.
 */
export const paymentsRegisterCommand = async ({
  config: { timeZone, siteTitle },
  database: { db },
  clock,
  given,
}: DatabaseWork<Option>): Promise<Uint8Array> => {
  const { from, to, columns, format, encoding } = orderOf(given)
  const days = { from, to, timeZone }
  return format === '1c'
    ? registerFor1c(db, days, { sender: siteTitle, now: clock() })
    : registerAsCsv(db, days, { columns, encoding })
}

const orderOf = (given: Given<Option>) => {
  const [from = ''] = given.words
  const to = given.text('to') ?? from
  const format = given.text('format') ?? 'csv'
  for (const day of [from, to])
    if (!isDay(day)) throw new UsageError(`payments-register: ${day} is not a day such as 2026-10-05`)
  if (to < from) throw new UsageError('--to: must not be before the first day')
  if (format === '1c' && (given.has('columns') || given.has('encoding')))
    throw new UsageError('--columns and --encoding: only for csv, 1c has its own')
  const columns = readColumns(given.text('columns') ?? usualColumns)
  if (!columns) throw new UsageError(`--columns: there are ${registerColumns.join(', ')}`)
  return { from, to, columns, format, encoding: given.text('encoding') ?? 'utf-8' }
}

const isDay = (text: string) => {
  try {
    return addDays(text, 0) === text
  } catch {
    return false
  }
}
