import { autopaymentHooks, chargeAutopaymentsStep } from 'api/autopayments'
import {
  createPayments,
  createRefunds,
  gatewayRegistry,
  type OpenedGateway,
  type PaymentGateway,
  type PaymentHooks,
  type Payments,
  type PaymentsDeps,
  processPaymentsStep,
  type ReconciliationDeps,
  type Refunds,
} from 'api/payments'
import type { Log } from 'monitoring/log'
import type { Database } from './db/database'
import type { Site } from './server-config'
import type { Step } from './worker/worker'

export interface WiringOptions {
  config: Site
  database: Database
  log: Log
  clock: () => Date
  wakeJobs: () => void
  hooks?: PaymentHooks
  /** Called when a payment was settled. */
  onSettled?: PaymentsDeps['onSettled']
  /** See PaymentsDeps. */
  pollAgainWithinMs?: PaymentsDeps['pollAgainWithinMs']
  /** Wraps each gateway: to observe it, and in tests, where it has to fail. */
  aroundGateway?: (gateway: PaymentGateway) => PaymentGateway
  /** The database for a gateway's own records; by default the API's database. */
  gatewayDatabase?: Database
}

export interface PaymentServices {
  payments: Payments
  refunds: Refunds
  reconciliation: ReconciliationDeps
  /** The background work of payments, refunds, gateways and autopayments. */
  steps: readonly Step[]
  /** Pages of the gateway that new payments go to, if it has any. */
  gatewayPages: OpenedGateway['pages']
}

/** Opens the configured gateways and builds payments, refunds, reconciliation and autopayments on them. */
export const wirePayments = ({
  config,
  database,
  log,
  clock,
  wakeJobs,
  hooks = autopaymentHooks({ site: config, clock }),
  onSettled,
  pollAgainWithinMs,
  aroundGateway = (gateway) => gateway,
  gatewayDatabase = database,
}: WiringOptions): PaymentServices => {
  const openedGateways = config.gateways.map((configured) => {
    const one = configured.open({ site: config, database: gatewayDatabase, log, clock, wakeJobs })
    return {
      ...one,
      gateway: aroundGateway(one.gateway),
      formerShops: (one.formerShops ?? []).map(aroundGateway),
    }
  })
  const gateways = gatewayRegistry(
    openedGateways.flatMap(({ gateway, formerShops }) => [gateway, ...formerShops]),
    config.paymentGateway,
  )
  const withoutRefunds = createPayments({
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
    processPayment: withoutRefunds.process,
    log,
    clock,
    wakeJobs,
  })
  const payments: Payments = {
    ...withoutRefunds,
    processWebhook: async (gateway, body) =>
      (await refunds.processWebhook(gateway, body))
        ? 'accepted'
        : withoutRefunds.processWebhook(gateway, body),
  }
  return {
    payments,
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
      ...openedGateways.flatMap(
        ({ gateway, steps }) => steps?.((body) => payments.processWebhook(gateway, body)) ?? [],
      ),
      processPaymentsStep(payments, log),
      refunds.step,
      // Last, after the steps that record payments.
      chargeAutopaymentsStep({ database, payments, site: config, clock, log, wakeJobs }),
    ],
    // With a real gateway, nobody may finish an old payment at the test bank with a test card.
    gatewayPages: openedGateways.find(({ gateway }) => gateway === gateways.current)?.pages,
  }
}
