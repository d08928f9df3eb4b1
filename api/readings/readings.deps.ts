import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { MeteredService } from './count-volumes'

/** Kopecks for a unit of a metered service of an account; null where that is not known. */
export type TariffOf = (account: string, service: MeteredService) => number | null

/** The tariffs of a day (`2026-11-01`). */
export type FindTariffs = (db: Queries, day: string) => Promise<TariffOf>

/** What the routes and services of readings work with. */
export interface ReadingsDeps {
  config: LetterSite & Pick<ApiConfig, 'timeZone' | 'readingDays'>
  database: Database
  limiter: Limiter
  tariffsOn: FindTariffs
  wakeJobs: () => void
}
