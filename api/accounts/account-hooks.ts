import type { Queries } from 'api/db/database'
import type { Reply } from 'api/http/call'
import type { OwnAccount } from './access.repository'

/** An account that its customer no longer has. */
export interface RemovedAccount extends OwnAccount {
  /** The customer's own name for it; null or left out for none. */
  ownTitle?: string | null
}

/** Hooks of other domains for changes of a customer's list of accounts, and their data for it. */
export interface AccountHooks {
  /**
   * The customer has removed the account from the list: nothing may be charged for it from now on. Called in the
   * transaction that removes it, and may only query through `trx`. Returns a function to call after the commit.
   */
  accountRemoved(trx: Queries, account: RemovedAccount, now: Date): Promise<() => Promise<void>>
  /** The reasons in words why accounts can't be paid on the site, by account. */
  unpayable(db: Queries, accounts: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The customer's own pending payments, newest first, by account. */
  pendingPayments(
    own: { userId: string; accounts: readonly string[] },
    now: Date,
  ): Promise<ReadonlyMap<string, PendingPayment[]>>
}

type PendingPayment = Reply<'history'>['data'][number]
