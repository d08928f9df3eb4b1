import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { AccountHooks } from './account-hooks'

/** What the routes and services of personal accounts work with. */
export interface AccountsDeps {
  database: Database
  limiter: Limiter
  hooks: AccountHooks
  /** Something has become due for the jobs. To be called after the commit. */
  wakeJobs: () => void
}
