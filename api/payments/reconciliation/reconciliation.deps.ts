import type { Database } from 'api/db/database'
import type { Log } from 'api/log'
import type { GatewayRegistry } from 'api/payments/gateways/gateway-registry'
import type { RefundOfGateway } from 'api/payments/refunds/refunds.repository'

export interface ReconciliationDeps {
  database: Database
  gateways: GatewayRegistry
  /** The normal paths, by which a difference is mended. */
  processListed(id: string, gatewayPaymentId: string): Promise<void>
  checkRefund(refund: RefundOfGateway, paymentId: string): Promise<void>
  log: Log
  clock: () => Date
}
