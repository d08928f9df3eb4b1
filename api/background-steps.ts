import { accountHooks } from 'api/autopayments'
import { issueInvoicesStep } from 'api/billing'
import { lapseGrantsStep } from 'api/family'
import { writeAboutInvoicesStep } from 'api/invoice-letters'
import { eraseCustomersStep } from 'api/my-data'
import { reconciliationStep } from 'api/payments'
import { remindOfReadingsStep } from 'api/readings'
import { letterHooks, mailRequestsStep } from 'api/users'
import type { ApiConfig } from './config'
import type { Database } from './db/database'
import { demoCompanyRules } from './demo/seed-demo'
import { forgetExpiredStep } from './forget-expired.step'
import type { Log } from './log'
import type { Mailer } from './mail/mailer'
import { outboxRelay } from './mail/outbox-relay.step'
import type { Site } from './site'
import type { WiredPayments } from './wire-payments'
import type { Step } from './worker/worker'

export interface BackgroundStepsDeps {
  config: ApiConfig
  site: Site
  database: Database
  wired: WiredPayments
  mailer: Mailer
  /** Null where no folder is watched. */
  importStep: Step | null
  clock: () => Date
  log: Log
}

/** Everything that the worker does, in the order in which it does it. */
export const backgroundSteps = ({
  config: { mailFrom, timeZone },
  site,
  database,
  wired,
  mailer,
  importStep,
  clock,
  log,
}: BackgroundStepsDeps): readonly Step[] => {
  const { accountRemoved: stopPaying } = accountHooks({ site, payments: wired.payments, log })
  return [
    ...wired.steps,
    reconciliationStep(wired.reconciliation, timeZone),
    issueInvoicesStep({ database, chargeRules: demoCompanyRules, timeZone, clock, log }),
    lapseGrantsStep({ database, site, stopPaying, clock }),
    remindOfReadingsStep({ database, site, clock }),
    writeAboutInvoicesStep({ database, payments: wired.payments, site, clock }),
    mailRequestsStep({ database, site, clock, log }),
    ...(importStep ? [importStep] : []),
    outboxRelay({ database, hooks: letterHooks, mailer, from: mailFrom, log, clock }),
    forgetExpiredStep({ db: database.db, clock }),
    eraseCustomersStep({ database, gateways: wired.payments.gateways, site, stopPaying, mailer, clock, log }),
  ]
}
