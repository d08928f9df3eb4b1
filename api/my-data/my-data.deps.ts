import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'

export interface MyDataDeps {
  config: ApiConfig
  database: Database
  limiter: Limiter
  /** Wakes the worker: a letter has become due. To be called after the commit. */
  wakeJobs: () => void
}
