import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'

export interface BillingDeps {
  config: ApiConfig
  database: Database
}
