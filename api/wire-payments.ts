import type { Hono } from 'hono'
import { autopaymentHooks } from './autopayments/autopayment-hooks'
import type { ApiConfig } from './config'
import type { Database } from './db/database'
import type { PaymentGateway } from './gateways/payment-gateway'
import { bankPages } from './gateways/sandbox/bank-pages'
import { createSandboxBank } from './gateways/sandbox/sandbox-bank'
import { sandboxGateway } from './gateways/sandbox/sandbox-gateway'
import { sandboxWebhooksStep } from './gateways/sandbox/sandbox-webhooks'
import { yookassaGateway } from './gateways/yookassa/yookassa-gateway'
import type { Log } from './http/log'
import { chargeAutopaymentsStep } from './jobs/charge-autopayments'
import type { Step } from './jobs/worker'
import type { PaymentHooks } from './payments/payment-hooks'
import { createPayments, type Payments } from './payments/payments'
import { processPaymentsStep } from './payments/process-payments-step'

export interface WiringOptions {
  config: ApiConfig
  database: Database
  log: Log
  clock: () => Date
  wakeJobs: () => void
  hooks?: PaymentHooks
  /** Stands between the payments and the gateway; for tests, where a gateway has to fail. */
  aroundGateway?: (gateway: PaymentGateway) => PaymentGateway
}

export interface WiredPayments {
  payments: Payments
  /** What has to be done in the background. */
  steps: readonly Step[]
  /** The test bank's own pages; null with a real gateway. */
  bankPages: Hono | null
}

/** The folder of the test bank's pages. */
export const bankFolder = '/sandbox-bank'

/** The company's payments, with the gateway that the operator has chosen behind them. */
export const wirePayments = (options: WiringOptions): WiredPayments => {
  const { config, database, log, clock, wakeJobs, aroundGateway = (it) => it } = options
  const { hooks = autopaymentHooks({ site: config, clock }) } = options
  const paymentsWith = (gateway: PaymentGateway) =>
    createPayments({ config, database, gateway: aroundGateway(gateway), hooks, log, clock, wakeJobs })

  const stepsOf = (payments: Payments) => [
    processPaymentsStep(payments, log),
    // What has been paid already is known by then, as far as it can be.
    chargeAutopaymentsStep({ database, payments, site: config, clock, log, wakeJobs }),
  ]

  if (config.yookassa) {
    const payments = paymentsWith(yookassaGateway(config.yookassa))
    return { payments, steps: stepsOf(payments), bankPages: null }
  }
  const pagesUrl = config.apiPublicUrl + bankFolder
  const bank = createSandboxBank({ database, clock }, wakeJobs)
  const payments = paymentsWith(sandboxGateway({ bank, pagesUrl, clock }))
  const { publicUrl, timeZone } = config
  return {
    payments,
    steps: [
      sandboxWebhooksStep({ db: database.db, clock, log, deliver: payments.takeWebhook }),
      ...stepsOf(payments),
    ],
    bankPages: bankPages({ bank, pagesUrl, publicUrl, timeZone, clock, log }),
  }
}
