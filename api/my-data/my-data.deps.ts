import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'

export interface MyDataDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  /** Wakes the worker: a letter has become due. To be called after the commit. */
  wakeJobs: () => void
}
