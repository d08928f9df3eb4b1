import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { Log } from 'api/log'
import type { LetterSite } from 'api/mail/letter'
import type { Step } from 'api/worker/worker'
import type { OpenedGateway } from './gateways/gateway-module'
import { gatewayRegistry } from './gateways/gateway-registry'
import type { PaymentGateway } from './gateways/payment-gateway'
import type { PaymentHooks } from './outcome/payment-hooks'
import { createPayments, type Payments, type PaymentsDeps } from './processing/payments'
import { processPaymentsStep } from './processing/process-payments.step'
import type { ReconciliationDeps } from './reconciliation/compare'
import { createRefunds, type Refunds } from './refunds/refunds'

export interface GatewayWiringOptions {
  config: ApiConfig & LetterSite
  database: Database
  log: Log
  clock: () => Date
  wakeJobs: () => void
  hooks: PaymentHooks
  /** Counts a payment that was settled. */
  onSettled?: PaymentsDeps['onSettled']
  /** As of PaymentsDeps. */
  pollAgainWithinMs?: PaymentsDeps['pollAgainWithinMs']
  /** Wraps each gateway: to observe it, and in tests, where it has to fail. */
  aroundGateway?: (gateway: PaymentGateway) => PaymentGateway
  /** Where a gateway keeps records of its own: the API's database unless given. */
  gatewayDatabase?: Database
}

export interface WiredGateways {
  payments: Payments
  refunds: Refunds
  reconciliation: ReconciliationDeps
  /** The background work of payments, refunds and the gateways. */
  steps: readonly Step[]
  /** Pages of the gateway that new payments go to, if it has any. */
  gatewayPages: OpenedGateway['pages']
}

/** Opens the configured gateways and builds payments, refunds and the reconciliation on them. */
export const wireGateways = ({
  config,
  database,
  log,
  clock,
  wakeJobs,
  hooks,
  onSettled,
  pollAgainWithinMs,
  aroundGateway = (gateway) => gateway,
  gatewayDatabase = database,
}: GatewayWiringOptions): WiredGateways => {
  const opened = config.gateways.map((configured) => {
    const one = configured.open({ site: config, database: gatewayDatabase, log, clock, wakeJobs })
    return {
      ...one,
      gateway: aroundGateway(one.gateway),
      formerShops: (one.formerShops ?? []).map(aroundGateway),
    }
  })
  const gateways = gatewayRegistry(
    opened.flatMap(({ gateway, formerShops }) => [gateway, ...formerShops]),
    config.paymentGateway,
  )
  const payments = createPayments({
    config,
    database,
    gateways,
    hooks,
    log,
    clock,
    wakeJobs,
    onSettled,
    pollAgainWithinMs,
  })
  const refunds = createRefunds({
    config,
    database,
    gateways,
    processPayment: payments.process,
    log,
    clock,
    wakeJobs,
  })
  const takeWebhook: Payments['takeWebhook'] = async (gateway, body) =>
    (await refunds.takeWebhook(gateway, body)) ? 'taken' : payments.takeWebhook(gateway, body)
  return {
    payments: { ...payments, takeWebhook },
    refunds,
    reconciliation: {
      database,
      gateways,
      processListed: payments.processListed,
      checkRefund: refunds.check,
      log,
      clock,
    },
    steps: [
      ...opened.flatMap(({ gateway, steps }) => steps?.((body) => takeWebhook(gateway, body)) ?? []),
      processPaymentsStep(payments, log),
      refunds.step,
    ],
    // Where real money is taken, nobody may pay with a test card what was once begun at the test bank.
    gatewayPages: opened.find(({ gateway }) => gateway === gateways.current)?.pages,
  }
}
