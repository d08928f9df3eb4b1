import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'

/** What the routes and services of readings work with. */
export interface ReadingsDeps {
  config: Pick<ApiConfig, 'timeZone' | 'readingDays' | 'siteTitle' | 'publicUrl'>
  database: Database
  limiter: Limiter
  wakeJobs: () => void
}
