import { rebuildBalances } from 'api/ledger/rebuild-balances'
import { ConfigError } from 'contract/settings'
import type { DatabaseWork } from './command'

/**
 * Compares every balance with the sum of its ledger, and prints the differing ones, in kopecks. Throws a ConfigError with
 * the table when there are some and they were not mended.
 */
export const rebuildBalancesCommand = async ({
  database,
  given,
  entry,
}: DatabaseWork<'apply'>): Promise<string> => {
  const apply = given.has('apply')
  const { accounts, differences } = await rebuildBalances(database, { apply })
  entry.note({ counts: { accounts, differences: differences.length } })
  const table = [
    `${accounts} accounts, ${differences.length} differences`,
    ...(differences.length > 0 ? [['account', 'balance', 'by the ledger', 'state'].join('\t')] : []),
    ...differences.map(({ account, kept, counted }) =>
      [account, kept, counted, apply ? 'mended' : 'open'].join('\t'),
    ),
  ].join('\n')
  if (differences.length > 0 && !apply) throw new ConfigError(table)
  return table
}
