import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Log } from 'api/log'
import type { LetterSite } from 'api/mail/letter'
import type { GatewayRegistry } from 'api/payments/gateways/gateway-registry'

export interface RefundsDeps {
  config: LetterSite & Pick<ApiConfig, 'timeZone'>
  database: Database
  gateways: GatewayRegistry
  /** Asks the gateway how a payment stands and records it. */
  processPayment(id: string): Promise<void>
  log: Log
  clock: () => Date
  /** Letters have become due. */
  wakeJobs: () => void
}
