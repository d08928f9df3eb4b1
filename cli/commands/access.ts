import {
  type EndAccessContext,
  endAccess,
  findHolders,
  issueAccessCodes,
  UnknownAccounts,
} from 'api/accounts'
import { accountHooks } from 'api/autopayments'
import type { Queries } from 'api/db/database'
import { type EndGrantsContext, endGrantByHand, stopPayingAndEndGrants } from 'api/family'
import { lockByEmail, RefusedByHand } from 'api/users'
import { wirePayments } from 'api/wire-payments'
import { normalizeAccountNumber } from 'format/account'
import { BYTE_ORDER_MARK, csvRow } from 'format/csv'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

/** The dependencies of `endAccess`. A server sends its letters later. */
const openAccessContext = (context: DatabaseContext<string>): EndAccessContext & EndGrantsContext => {
  const site = context.site()
  const { payments } = wirePayments({ ...context, config: site, wakeJobs() {} })
  const { accountRemoved: stopPaying } = accountHooks({ site, payments, log: context.log })
  return {
    hooks: { accountRemoved: stopPayingAndEndGrants(stopPaying, site) },
    stopPaying,
    site,
    now: context.clock(),
  }
}

const customersInWords = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

/**
 * Removes an account from one customer's list, or with `--all` from all lists. Throws a ConfigError if it is on none.
 */
export const removeAccountCommand = async (context: DatabaseContext<'all'>): Promise<string> => {
  const { database, input, entry } = context
  const [typed = '', customer] = input.positionals
  if (input.has('all') === (customer !== undefined))
    throw new UsageError('remove-account: takes CUSTOMER, or --all')
  const account = normalizeAccountNumber(typed)
  const accessContext = openAccessContext(context)
  const { ended, afterCommit } = await database.transaction(async (trx) => {
    const userId = customer === undefined ? null : await idOf(trx, customer)
    const all = await findHolders(trx, [account])
    const holders = all.filter((holder) => userId === null || holder.userId === userId)
    if (holders.length === 0)
      throw new ConfigError(
        userId === null
          ? `no customer has the account ${account}`
          : `the customer does not have the account ${account}`,
      )
    const accessEnd = await endAccess(trx, accessContext, holders)
    const subject = userId === null ? `account ${account}` : `account ${account}, customer ${userId}`
    entry.note({ subject, counts: { ended: accessEnd.ended } })
    await entry.endIn(trx)
    return accessEnd
  }, 'read committed')
  await afterCommit()
  return `Access ended: ${customersInWords(ended)}; a letter tells them
The access code still opens the account: issue-access-codes ${account} gives it a new one`
}

/** By e-mail, or by the id that `find` prints. */
const idOf = async (trx: Parameters<typeof lockByEmail>[0], customer: string): Promise<string> => {
  if (!customer.includes('@')) return customer
  try {
    return (await lockByEmail(trx, customer)).id
  } catch (error) {
    throw error instanceof RefusedByHand ? new ConfigError(error.message) : error
  }
}

/** Ends a grant or an invitation by the id that `find` prints. Throws a ConfigError for an unknown one. */
export const endAccessCommand = async (context: DatabaseContext<never>): Promise<string> => {
  const { database, input, entry } = context
  const [grant = ''] = input.positionals
  const accessContext = openAccessContext(context)
  const { account, afterCommit } = await database.transaction(async (trx) => {
    const endedGrant = await endGrantByHand(trx, accessContext, grant)
    if (!endedGrant) throw new ConfigError(`there is no open access ${grant}`)
    entry.note({ subject: `account ${endedGrant.account}, access ${grant}`, counts: { ended: 1 } })
    await entry.endIn(trx)
    return endedGrant
  }, 'read committed')
  await afterCommit()
  return `Access to the account ${account} ended; a letter tells the customer who had it`
}

/**
 * Gives accounts new access codes; `--end-access` also ends the access of the customers who have them. Returns the CSV
 * to print: the codes are shown nowhere else. Throws a UsageError unless there are either numbers or `--missing`.
 * Throws a ConfigError, and changes nothing, for unknown numbers, and for accounts with customers without
 * `--end-access` or `--keep-access`.
 */
export const issueAccessCodesCommand = async (
  context: DatabaseContext<'missing' | 'end-access' | 'keep-access'>,
): Promise<string> => {
  const { database, input, entry } = context
  const isMissing = input.has('missing')
  const endsAccess = input.has('end-access')
  const keepsAccess = input.has('keep-access')
  if (isMissing === input.positionals.length > 0)
    throw new UsageError(
      'issue-access-codes: takes numbers of accounts, or --missing for all accounts without a code',
    )
  if ((endsAccess && keepsAccess) || (isMissing && (endsAccess || keepsAccess)))
    throw new UsageError('issue-access-codes: takes one of --missing, --end-access and --keep-access')
  const accessContext = endsAccess ? openAccessContext(context) : null
  let afterCommit = async () => {}
  /** Returns how many customers have lost an account. */
  const decideOnHolders = async (trx: Queries, numbers: readonly string[]): Promise<number> => {
    if (isMissing || keepsAccess) return 0
    const holders = await findHolders(trx, numbers)
    if (accessContext) {
      const accessEnd = await endAccess(trx, accessContext, holders)
      afterCommit = accessEnd.afterCommit
      return accessEnd.ended
    }
    if (holders.length > 0) throw new ConfigError(undecidedMessage(holders.map(({ account }) => account)))
    return 0
  }
  const accounts = isMissing ? 'missing' : [...new Set(input.positionals.map(normalizeAccountNumber))]
  try {
    const issued = await issueAccessCodes(database, accounts, async (trx, codes) => {
      const ended = await decideOnHolders(
        trx,
        codes.map(({ account }) => account),
      )
      entry.note({
        // The stored numbers: the typed ones may have spaces.
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

/** `accounts` names an account once for each of its customers. */
const undecidedMessage = (accounts: readonly string[]) => {
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
