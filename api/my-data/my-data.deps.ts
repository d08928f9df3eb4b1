import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { Log } from 'api/log'
import type { LetterSite } from 'api/mail/letter'
import type { Payments } from 'api/payments'

export interface MyDataDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  log: Log
  payments: Pick<Payments, 'cancel'>
  /** Wakes the worker: a letter has become due. To be called after the commit. */
  wakeJobs: () => void
}
