import { parseArgs } from 'node:util'
import { issueInvoices, lastMonth } from 'api/billing'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { demoCompanyRules } from 'api/demo/seed-demo'
import { periodPattern } from 'contract/time'
import { today } from 'format/dates'
import { UsageError } from './usage-error'

/**
 * Issues the invoices that the server would issue on the 1st; with `--period 2026-11` through that month, at most the
 * current one. A server may be running. Returns a line to print; throws a UsageError for invalid options.
 */
export const issueInvoicesCommand = async (
  { databaseUrl, dataDir, timeZone }: Pick<ApiConfig, 'databaseUrl' | 'dataDir' | 'timeZone'>,
  options: string[],
  now = new Date(),
): Promise<string> => {
  const day = today(timeZone, now)
  const through = periodOf(options, day) ?? lastMonth(timeZone, now)
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(database)
    const rules = await demoCompanyRules(database.db, day)
    if (!rules) return 'Nothing to issue: only the demo company has rules of what it charges.'
    const issued = await issueInvoices({ database, rules, timeZone, now, through })
    return `Invoices issued through ${through}: ${issued}`
  } finally {
    await database.close()
  }
}

const periodOf = (args: string[], day: string): string | undefined => {
  const period = parsed(args)
  if (period === undefined) return undefined
  if (!periodPattern.test(period)) throw new UsageError('--period: must be a month such as 2026-11')
  if (period > day.slice(0, 7)) throw new UsageError(`--period: ${period} has not begun yet`)
  return period
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { period: { type: 'string' } } }).values.period
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options can not be read')
  }
}
