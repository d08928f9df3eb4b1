import type { Queries } from 'api/db/database'
import type { OwnAccount } from './own-account.repository'

/** Called in the transaction that changes a customer's list of accounts. A hook may only query through `trx`. */
export interface AccountHooks {
  /** The customer has removed the account from the list: nothing may be charged for it from now on. */
  accountRemoved(trx: Queries, own: OwnAccount, now: Date): Promise<void>
}
