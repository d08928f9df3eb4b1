import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { AccountHooks } from './account-hooks'

export interface AccountsDeps {
  database: Database
  limiter: Limiter
  hooks: AccountHooks
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}
