import { autopaymentHooks, chargeAutopaymentsStep } from 'api/autopayments'
import {
  bankPages,
  createPayments,
  createRefunds,
  createSandboxBank,
  createSandboxRefunds,
  gatewayRegistry,
  type PaymentGateway,
  type PaymentHooks,
  type Payments,
  processPaymentsStep,
  type ReconciliationDeps,
  type Refunds,
  sandboxGateway,
  sandboxWebhooksStep,
  yookassaGateway,
} from 'api/payments'
import type { Hono } from 'hono'
import type { ApiConfig } from './config'
import type { Database } from './db/database'
import type { Log } from './log'
import type { Step } from './worker/worker'

export interface WiringOptions {
  config: ApiConfig
  database: Database
  log: Log
  clock: () => Date
  wakeJobs: () => void
  hooks?: PaymentHooks
  /** Stands between the payments and each gateway; for tests, where a gateway has to fail. */
  aroundGateway?: (gateway: PaymentGateway) => PaymentGateway
  /** Where the test bank keeps its own records: the API's database unless given. */
  bankDatabase?: Database
}

export interface WiredPayments {
  payments: Payments
  refunds: Refunds
  reconciliation: ReconciliationDeps
  /** What has to be done in the background. */
  steps: readonly Step[]
  /** The test bank's own pages; null where new payments go to a real gateway. */
  bankPages: Hono | null
}

/** The folder of the test bank's pages. */
export const bankFolder = '/sandbox-bank'

/**
 * The company's payments, with their gateways behind them: the one that the operator has chosen for new payments, and
 * whatever else old payments may have been begun with.
 */
export const wirePayments = (options: WiringOptions): WiredPayments => {
  const {
    config,
    database,
    log,
    clock,
    wakeJobs,
    aroundGateway = (it) => it,
    bankDatabase = database,
  } = options
  const { hooks = autopaymentHooks({ site: config, clock }) } = options
  const pagesUrl = config.apiPublicUrl + bankFolder
  const bank = createSandboxBank({ database: bankDatabase, clock }, wakeJobs)
  const bankRefunds = createSandboxRefunds({ database: bankDatabase, clock }, wakeJobs)
  const sandbox = aroundGateway(sandboxGateway({ bank, refunds: bankRefunds, pagesUrl, clock }))
  const yookassa = config.yookassa && aroundGateway(yookassaGateway(config.yookassa))
  const gateways = gatewayRegistry(yookassa ? [sandbox, yookassa] : [sandbox], config.paymentGateway)
  const payments = createPayments({ config, database, gateways, hooks, log, clock, wakeJobs })
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
  const { publicUrl, timeZone } = config
  const isTrial = gateways.current === sandbox
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
      sandboxWebhooksStep({
        db: bankDatabase.db,
        clock,
        log,
        deliver: (body) => takeWebhook(sandbox, body),
      }),
      processPaymentsStep(payments, log),
      refunds.step,
      // What has been paid already is known by then, as far as it can be.
      chargeAutopaymentsStep({ database, payments, site: config, clock, log, wakeJobs }),
    ],
    // Where real money is taken nobody may pay with a test card what was once begun at the test bank.
    bankPages: isTrial
      ? bankPages({ bank, refunds: bankRefunds, pagesUrl, publicUrl, timeZone, clock, log })
      : null,
  }
}
