import type { Queries } from 'api/db/database'
import type { OwnAccount } from './own-account.repository'

/** What other domains do in the transaction that changes a customer's list of accounts. They may only query through `trx`. */
export interface AccountHooks {
  /** The customer has taken the account off the list: nothing may be charged for it from now on. */
  accountRemoved(trx: Queries, own: OwnAccount, now: Date): Promise<void>
}
