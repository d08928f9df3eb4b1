import { issueInvoices, lastMonth } from 'api/billing'
import { demoCompanyRules } from 'api/demo/seed-demo'
import { rebuildBalances } from 'api/ledger/rebuild-balances.repository'
import { periodPattern } from 'contract/time'
import { today } from 'format/dates'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

/**
 * Issues the invoices that the server would issue on the 1st; with `--period 2026-11` through that month, at most the
 * current one. Throws a UsageError for another period.
 */
export const issueInvoicesCommand = async ({
  config: { timeZone },
  database,
  clock,
  input,
  entry,
}: DatabaseContext<'period'>): Promise<string> => {
  const now = clock()
  const day = today(timeZone, now)
  const through = periodOf(input.text('period'), day) ?? lastMonth(timeZone, now)
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

/**
 * Compares every balance with the sum of its ledger, and prints the differences, in kopecks. Throws a ConfigError with
 * the table if there are differences and `--apply` is missing.
 */
export const rebuildBalancesCommand = async ({
  database,
  input,
  entry,
}: DatabaseContext<'apply'>): Promise<string> => {
  const apply = input.has('apply')
  const { accounts, differences } = await rebuildBalances(database, { apply })
  entry.note({ counts: { accounts, differences: differences.length } })
  const table = [
    `${accounts} accounts, ${differences.length} differences`,
    ...(differences.length > 0 ? [['account', 'balance', 'by the ledger', 'state'].join('\t')] : []),
    ...differences.map(({ account, storedBalance, entrySum }) =>
      [account, storedBalance, entrySum, apply ? 'mended' : 'open'].join('\t'),
    ),
  ].join('\n')
  if (differences.length > 0 && !apply) throw new ConfigError(table)
  return table
}
