import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'

/** Hooks of other domains for events of customers. Called outside of transactions. */
export interface UserHooks {
  /**
   * Called when a customer who is being deleted types the right password at a login, which is refused, or reports by a
   * mailed link that a login was not theirs.
   */
  deletedCustomerReturns(userId: string, now: Date): Promise<void>
}

export interface UsersDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  hooks: UserHooks
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}
