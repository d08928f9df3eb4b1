import { issueAccessCodes, UnknownAccounts } from 'api/accounts'
import { ConfigError } from 'contract/settings'
import { normalizeAccountNumber } from 'format/account-number'
import { csvRow } from 'format/csv'
import type { DatabaseWork } from './command'
import { UsageError } from './usage-error'

/**
 * Gives accounts new access codes in place of the old ones. Returns the CSV to print, the only place where the codes are
 * shown. Throws a UsageError unless there are either numbers or `--missing`, a ConfigError for unknown numbers, and then
 * changes nothing.
 */
export const issueAccessCodesCommand = async ({
  database,
  given,
  entry,
}: DatabaseWork<'missing'>): Promise<string> => {
  const isMissing = given.has('missing')
  if (isMissing === given.words.length > 0)
    throw new UsageError(
      'issue-access-codes: takes numbers of accounts, or --missing for all accounts without a code',
    )
  const accounts = isMissing ? 'missing' : [...new Set(given.words.map(normalizeAccountNumber))]
  try {
    const issued = await issueAccessCodes(database, accounts, async (trx, codes) => {
      entry.note({
        // As they are stored: they may have been typed with spaces.
        ...(!isMissing && { subject: codes.map(({ account }) => `account ${account}`).join(', ') }),
        counts: { issued: codes.length },
      })
      await entry.endIn(trx)
    })
    return [['account', 'code'], ...issued.map(({ account, code }) => [account, code])].map(csvRow).join('')
  } catch (error) {
    if (error instanceof UnknownAccounts) throw new ConfigError(`issue-access-codes: ${error.message}`)
    throw error
  }
}
