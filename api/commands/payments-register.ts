import { parseArgs } from 'node:util'
import { readColumns, registerAsCsv, registerColumns, registerFor1c, usualColumns } from 'api/company-data'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { addDays } from 'format/dates'
import { UsageError } from './usage-error'
import { usages } from './usages'

/**
 * The payments that succeeded on some days in TIME_ZONE, and the refunds of these days, for the company's books. A
 * server may be running. Returns the file to print; throws a UsageError for invalid options.
 */
export const paymentsRegisterCommand = async (
  {
    databaseUrl,
    dataDir,
    timeZone,
    siteTitle,
  }: Pick<ApiConfig, 'databaseUrl' | 'dataDir' | 'timeZone' | 'siteTitle'>,
  options: string[],
  now = new Date(),
): Promise<Uint8Array> => {
  const { from, to, columns, format, encoding } = orderOf(options)
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(database)
    const days = { from, to, timeZone }
    return format === '1c'
      ? await registerFor1c(database.db, days, { sender: siteTitle, now })
      : await registerAsCsv(database.db, days, { columns, encoding })
  } finally {
    await database.close()
  }
}

const orderOf = (args: string[]) => {
  const { values, positionals } = parsed(args)
  const [from, ...rest] = positionals
  if (from === undefined || rest.length > 0) throw new UsageError(usages.paymentsRegister)
  const { to = from, format = 'csv', encoding = 'utf-8' } = values
  for (const day of [from, to])
    if (!isDay(day)) throw new UsageError(`payments-register: ${day} is not a day such as 2026-10-05`)
  if (to < from) throw new UsageError('--to: must not be before the first day')
  if (format !== 'csv' && format !== '1c') throw new UsageError('--format: must be csv or 1c')
  if (format === '1c' && (values.columns !== undefined || values.encoding !== undefined))
    throw new UsageError('--columns and --encoding: only for csv, 1c has its own')
  if (encoding !== 'utf-8' && encoding !== 'windows-1251')
    throw new UsageError('--encoding: must be utf-8 or windows-1251')
  const columns = readColumns(values.columns ?? usualColumns)
  if (!columns) throw new UsageError(`--columns: there are ${registerColumns.join(', ')}`)
  return { from, to, columns, format, encoding }
}

const isDay = (text: string) => {
  try {
    return addDays(text, 0) === text
  } catch {
    return false
  }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        columns: { type: 'string' },
        format: { type: 'string' },
        encoding: { type: 'string' },
      },
    })
  } catch {
    throw new UsageError(usages.paymentsRegister)
  }
}
