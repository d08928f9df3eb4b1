import { type AccountHooks, accountNumbers, accountsRoutes } from 'api/accounts'
import { accountHooks, autopaymentsRoutes } from 'api/autopayments'
import { billingRoutes, type FindChargeRules, issueInvoicesStep, noChargeRules, tariffsBy } from 'api/billing'
import { calendarRoutes } from 'api/calendar'
import { type Content, contentRoutes, openContent } from 'api/content'
import { familyRoutes, lapseGrantsStep, stopPayingAndEndGrants } from 'api/family'
import { invoiceLettersRoutes, writeAboutInvoicesStep } from 'api/invoice-letters'
import { deletionService, eraseCustomersStep, myDataRoutes } from 'api/my-data'
import {
  findUnpayable,
  historyService,
  paymentsRoutes,
  reconciliationStep,
  unpayableWords,
  webhookRoutes,
} from 'api/payments'
import { readingsRoutes, remindOfReadingsStep } from 'api/readings'
import {
  authenticate,
  letterHooks,
  mailRequestsStep,
  securityRoutes,
  type UserHooks,
  usersRoutes,
} from 'api/users'
import type { Feature } from 'contract/features'
import type { Log } from 'monitoring/log'
import type { Database } from './db/database'
import { forgetExpiredStep } from './forget-expired.step'
import { portalCheck } from './http/portal-secret'
import { createRouter } from './http/router'
import { createLimiter } from './limits/limiter'
import { defaultLimits, type LimitRules } from './limits/rules'
import type { Mailer } from './mail/mailer'
import { outboxRelay } from './mail/outbox-relay.step'
import { type ApiMetrics, createApiMetrics } from './metrics'
import { type ServerConfig, type Site, siteOf } from './server-config'
import { type PaymentServices, wirePayments } from './wire-payments'
import type { Step } from './worker/worker'

interface ApiDeps {
  config: ServerConfig
  database: Database
  log: Log
  clock?: () => Date
  wakeJobs?: () => void
  limits?: Partial<LimitRules>
  /** The content, if letters of steps use it, too. */
  content?: Content
  /** The payments, if other code uses their steps, too. */
  paymentServices?: PaymentServices
  metrics?: ApiMetrics
  /** The rules of charges, for tariffs beside readings. If absent, no tariffs are shown. */
  chargeRules?: FindChargeRules
  /** Validates every answer against the contract; for tests. */
  checkAnswers?: boolean
  /** Writes a log line for each request. */
  logRequests?: boolean
}

/**
 * The product API for HTTP requests and, by `ask`, for requests from the same process. The database has to be open and
 * migrated. Throws a ConfigError when there is no content folder.
 */
export const createApi = ({
  config,
  database,
  log,
  clock = () => new Date(),
  wakeJobs = () => {},
  limits = {},
  content = openContent({ config, db: database.db, log, clock }),
  paymentServices = wirePayments({
    config: siteOf(config, content),
    database,
    log,
    clock,
    wakeJobs,
  }),
  chargeRules = noChargeRules,
  metrics = createApiMetrics(),
  checkAnswers = false,
  logRequests = true,
}: ApiDeps) => {
  const router = createRouter({
    clock,
    log,
    authenticate: (session, now) => authenticate(database, session, now),
    isFromPortal: portalCheck(config.apiSecrets),
    secureCookies: config.apiPublicUrl.startsWith('https:'),
    checkAnswers,
    logRequests,
    metrics,
  })
  const site = siteOf(config, content)
  const limiter = createLimiter(database, { ...defaultLimits, ...limits })
  const { payments } = paymentServices
  const deletion = deletionService({ config: site, database, limiter, log, payments, wakeJobs })
  const userHooks: UserHooks = { deletedCustomerReturns: deletion.sendLetterAgain }
  const { accountRemoved: stopPaying } = accountHooks({ site, payments, log })
  const hooks: AccountHooks = {
    accountRemoved: stopPayingAndEndGrants(stopPaying, site),
    async unpayable(db, accounts) {
      const reasons = await findUnpayable(db, payments.gateway, accounts)
      return new Map([...reasons].map(([account, why]) => [account, unpayableWords[why]]))
    },
    pendingPayments: historyService({ config: site, database, payments }).pending,
  }

  usersRoutes(router, { config: site, database, limiter, hooks: userHooks, wakeJobs })
  securityRoutes(router, { config: site, database, limiter, hooks: userHooks, wakeJobs })
  accountsRoutes(router, { config: site, database, limiter, hooks, wakeJobs })
  familyRoutes(router, { config: site, database, limiter, stopPaying, wakeJobs })
  readingsRoutes(router, { config: site, database, limiter, tariffsOn: tariffsBy(chargeRules), wakeJobs })
  calendarRoutes(router, { config: site, database })
  billingRoutes(router, { config, database })
  paymentsRoutes(router, { config: site, database, limiter, payments })
  autopaymentsRoutes(router, { config: site, database, limiter, log, payments })
  invoiceLettersRoutes(router, { config, database, limiter })
  myDataRoutes(router, { config: site, database, limiter, log, payments, wakeJobs })
  const { accountsAtOnce, paymentKinds } = payments.gateway
  contentRoutes(router, {
    content,
    features: servedFeatures,
    accountsAtOnce,
    paymentKinds,
    areNumbersDigits: accountNumbers({ database, log, clock }),
  })

  webhookRoutes(router.hono, { config: site, payments, log })
  if (paymentServices.gatewayPages)
    router.hono.route(paymentServices.gatewayPages.folder, paymentServices.gatewayPages.app)
  router.hono.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('contract/openapi')
    return context.json(openApiDocument(config.apiPublicUrl))
  })
  return Object.assign(router.hono, { ask: router.ask })
}

interface BackgroundStepsDeps {
  site: Site
  database: Database
  paymentServices: PaymentServices
  chargeRules: FindChargeRules
  mailer: Mailer
  /** Null if no folder is watched. */
  importStep: Step | null
  clock: () => Date
  log: Log
}

/** All steps of the worker, in the order of a round. */
export const backgroundSteps = ({
  site,
  database,
  paymentServices,
  chargeRules,
  mailer,
  importStep,
  clock,
  log,
}: BackgroundStepsDeps): readonly Step[] => {
  const { mailFrom, timeZone } = site
  const { payments } = paymentServices
  const { accountRemoved: stopPaying } = accountHooks({ site, payments, log })
  return [
    ...paymentServices.steps,
    reconciliationStep(paymentServices.reconciliation, timeZone),
    issueInvoicesStep({ database, chargeRules, timeZone, clock, log }),
    lapseGrantsStep({ database, site, stopPaying, clock }),
    remindOfReadingsStep({ database, site, clock }),
    writeAboutInvoicesStep({ database, payments, site, clock }),
    mailRequestsStep({ database, site, clock, log }),
    ...(importStep ? [importStep] : []),
    outboxRelay({ database, hooks: letterHooks, mailer, from: mailFrom, log, clock }),
    forgetExpiredStep({ db: database.db, clock }),
    eraseCustomersStep({ database, gateways: payments.gateways, site, stopPaying, mailer, clock, log }),
  ]
}

/** The features that the embedded product API has; base data name them. */
export const servedFeatures: readonly Feature[] = [
  'security',
  'my-data',
  'explanation',
  'readings',
  'reminders',
  'basket',
  'confirmation',
  'remembered-device',
  'invoice-letters',
  'autopayment-card',
  'account-title',
  'family',
]
