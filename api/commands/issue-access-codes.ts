import { parseArgs } from 'node:util'
import { issueAccessCodes, UnknownAccounts } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { ConfigError } from 'contract/settings'
import { normalizeAccountNumber } from 'format/account-number'
import { csvRow } from 'format/csv'
import { UsageError } from './usage-error'

const usage = 'issue-access-codes: takes numbers of accounts, or --missing for all accounts without a code'

/**
 * Gives accounts new access codes in place of the old ones. A server may be running. Returns the CSV to print, the only
 * place where the codes are shown. Throws a UsageError for invalid options, a ConfigError for unknown numbers, and then
 * changes nothing.
 */
export const issueAccessCodesCommand = async (
  { databaseUrl, dataDir }: Pick<ApiConfig, 'databaseUrl' | 'dataDir'>,
  options: string[],
): Promise<string> => {
  const accounts = accountsOf(options)
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(database)
    const issued = await issueAccessCodes(database, accounts)
    return [['account', 'code'], ...issued.map(({ account, code }) => [account, code])].map(csvRow).join('')
  } catch (error) {
    if (error instanceof UnknownAccounts) throw new ConfigError(`issue-access-codes: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
}

const accountsOf = (args: string[]): readonly string[] | 'missing' => {
  const { values, positionals } = parsed(args)
  const isMissing = values.missing ?? false
  if (isMissing === positionals.length > 0) throw new UsageError(usage)
  return isMissing ? 'missing' : [...new Set(positionals.map(normalizeAccountNumber))]
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { missing: { type: 'boolean' } }, allowPositionals: true })
  } catch {
    throw new UsageError(usage)
  }
}
