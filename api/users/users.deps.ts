import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'

/** What the users' routes and services work with. */
export interface UsersDeps {
  config: ApiConfig
  database: Database
  limiter: Limiter
  /** Something has become due for the jobs. To be called after the commit. */
  wakeJobs: () => void
}
