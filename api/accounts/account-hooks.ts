import type { Queries } from 'api/db/database'
import type { Reply } from 'api/http/call'
import type { OwnAccount } from './access.repository'

/** An account that its customer no longer has. */
export interface RemovedAccount extends OwnAccount {
  /** The customer's own name for it; null or left out for none. */
  ownTitle?: string | null
}

/** What other domains do about changes of a customer's list of accounts, and add to it. */
export interface AccountHooks {
  /**
   * The customer has removed the account from the list: nothing may be charged for it from now on. Called in the
   * transaction that removes it, may only query through `trx`, and returns what is to be done after the commit.
   */
  accountRemoved(trx: Queries, account: RemovedAccount, now: Date): Promise<() => Promise<void>>
  /** Why accounts can't be paid on the site, in words, by account. */
  unpayable(db: Queries, accounts: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The customer's own pending payments, newest first, by account. */
  pendingPayments(
    own: { userId: string; accounts: readonly string[] },
    now: Date,
  ): Promise<ReadonlyMap<string, PendingPayment[]>>
}

type PendingPayment = Reply<'history'>['data'][number]
