import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { Log } from 'api/log'
import type { LetterSite } from 'api/mail/letter'
import type { Payments } from 'api/payments'

/** What the routes and services of autopayments work with. */
export interface AutopaymentsDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  log: Log
  payments: Payments
}
