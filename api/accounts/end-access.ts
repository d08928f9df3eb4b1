import type { Queries } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { AccountHooks } from './account-hooks'
import { accountAccessEndedLetter } from './accounts.letters'
import { deleteAccount, lockAccountsOf } from './accounts.repository'
import type { Holder } from './holders.repository'

export interface EndAccessContext {
  hooks: Pick<AccountHooks, 'accountRemoved'>
  site: LetterSite
  now: Date
}

/**
 * Removes accounts from the lists of these customers, stops their autopayments, and sends each customer a letter.
 * Returns the number of removed accounts, and a function to call after the commit.
 */
export const endAccess = async (
  trx: Queries,
  { hooks, site, now }: EndAccessContext,
  holders: readonly Holder[],
): Promise<{ ended: number; afterCommit: () => Promise<void> }> => {
  const afterCommit: (() => Promise<void>)[] = []
  for (const { userId, account, email, eraseAt } of holders) {
    await lockAccountsOf(trx, userId)
    const removedAccount = await deleteAccount(trx, { userId, account })
    if (!removedAccount) continue
    afterCommit.push(await hooks.accountRemoved(trx, removedAccount, now))
    if (eraseAt !== null) continue
    const letter = accountAccessEndedLetter(site, removedAccount)
    await enqueueLetter(trx, { to: email, userId, letter, now })
  }
  return {
    ended: afterCommit.length,
    afterCommit: async () => {
      await Promise.all(afterCommit.map((work) => work()))
    },
  }
}
