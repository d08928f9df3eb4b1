import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'

/** What the routes and services of bills work with. */
export interface BillingDeps {
  config: ApiConfig
  database: Database
}
