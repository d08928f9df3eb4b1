import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { StopPaying } from './end-grants'
import type { FamilySite } from './family.letters'

export interface FamilyDeps {
  config: FamilySite
  database: Database
  limiter: Limiter
  stopPaying: StopPaying
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}
