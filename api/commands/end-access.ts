import { type EndingAccess, endAccess, findHolders } from 'api/accounts'
import { accountHooks } from 'api/autopayments'
import { type EndingGrants, endGrantByHand, withoutLastOwner } from 'api/family'
import { lockByEmail, RefusedByHand } from 'api/users'
import { wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import { normalizeAccountNumber } from 'format/account'
import type { DatabaseWork } from './command'
import { UsageError } from './command-errors'

/** What ending the access to accounts needs, as a server has it. Letters wait for a server. */
export const endingAccess = (work: DatabaseWork<string>): EndingAccess & EndingGrants => {
  const site = work.site()
  const { payments } = wirePayments({ ...work, config: site, wakeJobs() {} })
  const { accountRemoved: stopPaying } = accountHooks({ site, payments, log: work.log })
  return {
    hooks: { accountRemoved: withoutLastOwner(stopPaying, site) },
    stopPaying,
    site,
    now: work.clock(),
  }
}

export const customersInWords = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

/** Takes an account off one customer's list, or with `--all` off every list. Throws a ConfigError where it is on none. */
export const removeAccountCommand = async (work: DatabaseWork<'all'>): Promise<string> => {
  const { database, given, entry } = work
  const [typed = '', customer] = given.words
  if (given.has('all') === (customer !== undefined))
    throw new UsageError('remove-account: takes CUSTOMER, or --all')
  const account = normalizeAccountNumber(typed)
  const ending = endingAccess(work)
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
    const done = await endAccess(trx, ending, holders)
    const subject = userId === null ? `account ${account}` : `account ${account}, customer ${userId}`
    entry.note({ subject, counts: { ended: done.ended } })
    await entry.endIn(trx)
    return done
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

/** Ends what an owner has let somebody do, or an invitation, by the id that `find` prints. Throws a ConfigError. */
export const endAccessCommand = async (work: DatabaseWork<never>): Promise<string> => {
  const { database, given, entry } = work
  const [grant = ''] = given.words
  const ending = endingAccess(work)
  const { account, afterCommit } = await database.transaction(async (trx) => {
    const ended = await endGrantByHand(trx, ending, grant)
    if (!ended) throw new ConfigError(`there is no open access ${grant}`)
    entry.note({ subject: `account ${ended.account}, access ${grant}`, counts: { ended: 1 } })
    await entry.endIn(trx)
    return ended
  }, 'read committed')
  await afterCommit()
  return `Access to the account ${account} ended; a letter tells the customer who had it`
}
