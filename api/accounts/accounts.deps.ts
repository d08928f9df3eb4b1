import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { AccountHooks } from './account-hooks'

export interface AccountsDeps {
  config: LetterSite & { timeZone: string }
  database: Database
  limiter: Limiter
  hooks: AccountHooks
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}
