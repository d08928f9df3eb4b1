import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'

/** What the routes and services of readings work with. */
export interface ReadingsDeps {
  config: Pick<ApiConfig, 'timeZone' | 'readingDays' | 'siteTitle' | 'publicUrl'>
  database: Database
  wakeJobs: () => void
}
