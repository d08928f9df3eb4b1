import type { ApiConfig } from './config'
import type { Database } from './db/database'
import type { Log } from './http/log'
import type { Limiter } from './limits/limiter'
import type { Payments } from './payments/payments'

/** What a module is given, beside the router that it registers with. */
export interface ModuleDeps {
  config: ApiConfig
  database: Database
  limiter: Limiter
  payments: Payments
  log: Log
  /** Something has become due for the jobs. To be called after the commit. */
  wakeJobs: () => void
}
