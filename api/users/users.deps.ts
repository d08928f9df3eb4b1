import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { UserHooks } from './user-hooks'

export interface UsersDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  hooks: UserHooks
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}
