import { issueInvoices, lastMonth } from 'api/billing'
import { demoCompanyRules } from 'api/demo/seed-demo'
import { periodPattern } from 'contract/time'
import { today } from 'format/dates'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'

/**
 * Issues the invoices that the server would issue on the 1st; with `--period 2026-11` through that month, at most the
 * current one. Throws a UsageError for another period.
 */
export const issueInvoicesCommand = async ({
  config: { timeZone },
  database,
  clock,
  given,
  entry,
}: DatabaseWork<'period'>): Promise<string> => {
  const now = clock()
  const day = today(timeZone, now)
  const through = periodOf(given.text('period'), day) ?? lastMonth(timeZone, now)
  const rules = await demoCompanyRules(database.db, day)
  if (!rules) return 'Nothing to issue: only the demo company has rules of what it charges.'
  const issued = await issueInvoices({ database, rules, timeZone, now, through })
  entry.note({ counts: { issued } })
  return `Invoices issued through ${through}: ${issued}`
}

const periodOf = (period: string | undefined, day: string): string | undefined => {
  if (period === undefined) return undefined
  if (!periodPattern.test(period)) throw new UsageError('--period: must be a month such as 2026-11')
  if (period > day.slice(0, 7)) throw new UsageError(`--period: ${period} has not begun yet`)
  return period
}
