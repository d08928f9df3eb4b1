import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'

/** What the routes and services of readings work with. */
export interface ReadingsDeps {
  config: LetterSite & Pick<ApiConfig, 'timeZone' | 'readingDays'>
  database: Database
  wakeJobs: () => void
}
