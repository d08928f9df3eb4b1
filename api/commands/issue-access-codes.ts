import { endAccess, findHolders, issueAccessCodes, UnknownAccounts } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { ConfigError } from 'contract/settings'
import { normalizeAccountNumber } from 'format/account'
import { BYTE_ORDER_MARK, csvRow } from 'format/csv'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'
import { customersInWords, endingAccess } from './end-access'

/**
 * Gives accounts new access codes in place of the old ones; `--end-access` also ends the access of the customers who have
 * them. Returns the CSV to print, the only place where the codes are shown. Throws a UsageError unless there are either
 * numbers or `--missing`, a ConfigError for unknown numbers and where it is not said what becomes of the customers who have
 * an account, and then changes nothing.
 */
export const issueAccessCodesCommand = async (
  work: DatabaseWork<'missing' | 'end-access' | 'keep-access'>,
): Promise<string> => {
  const { database, given, entry } = work
  const isMissing = given.has('missing')
  const endsAccess = given.has('end-access')
  const keepsAccess = given.has('keep-access')
  if (isMissing === given.words.length > 0)
    throw new UsageError(
      'issue-access-codes: takes numbers of accounts, or --missing for all accounts without a code',
    )
  if ((endsAccess && keepsAccess) || (isMissing && (endsAccess || keepsAccess)))
    throw new UsageError('issue-access-codes: takes one of --missing, --end-access and --keep-access')
  const ending = endsAccess ? endingAccess(work) : null
  let afterCommit = async () => {}
  /** Returns how many customers have lost an account. */
  const decideOnHolders = async (trx: Queries, numbers: readonly string[]): Promise<number> => {
    if (isMissing || keepsAccess) return 0
    const holders = await findHolders(trx, numbers)
    if (ending) {
      const done = await endAccess(trx, ending, holders)
      afterCommit = done.afterCommit
      return done.ended
    }
    if (holders.length > 0) throw new ConfigError(undecided(holders.map(({ account }) => account)))
    return 0
  }
  const accounts = isMissing ? 'missing' : [...new Set(given.words.map(normalizeAccountNumber))]
  try {
    const issued = await issueAccessCodes(database, accounts, async (trx, codes) => {
      const ended = await decideOnHolders(
        trx,
        codes.map(({ account }) => account),
      )
      entry.note({
        // As they are stored: they may have been typed with spaces.
        ...(!isMissing && { subject: codes.map(({ account }) => `account ${account}`).join(', ') }),
        counts: { issued: codes.length, ...(endsAccess && { ended }) },
      })
      await entry.endIn(trx)
    })
    await afterCommit()
    const rows = [['account', 'code'], ...issued.map(({ account, code }) => [account, code])]
    return BYTE_ORDER_MARK + rows.map(csvRow).join('')
  } catch (error) {
    if (error instanceof UnknownAccounts) throw new ConfigError(`issue-access-codes: ${error.message}`)
    throw error
  }
}

/** `accounts`: once for each customer who has it. */
const undecided = (accounts: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1)
  const lines = [...counts].map(
    ([account, count]) => `${account} is on the list of ${customersInWords(count)}: find ${account}`,
  )
  return `issue-access-codes: no code was issued. Customers who have an account keep it unless you say otherwise:
${lines.join('\n')}
Add --end-access where the account has a new owner: they lose it, their autopayments for it stop, a letter tells them
Add --keep-access where they go on having it, such as after a lost bill; remove-account takes it from one of them`
}
