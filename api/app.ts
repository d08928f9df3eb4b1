import type { ApiConfig } from './config'
import type { Database } from './db/database'
import type { Log } from './http/log'
import { portalCheck } from './http/portal-secret'
import { createRouter } from './http/router'
import { createLimiter } from './limits/limiter'
import { defaultLimits, type LimitRules } from './limits/rules'
import type { ModuleDeps } from './module-deps'
import { accountsRoutes } from './modules/accounts/accounts.routes'
import { autopaymentsRoutes } from './modules/autopayments/autopayments.routes'
import { billingRoutes } from './modules/billing/billing.routes'
import { contentRoutes } from './modules/content/content.routes'
import { paymentsRoutes } from './modules/payments/payments.routes'
import { webhookRoutes } from './modules/payments/webhook-routes'
import { usersRoutes } from './modules/users/users.routes'
import { authenticate } from './sessions/sessions'
import { bankFolder, type WiredPayments, wirePayments } from './wire-payments'

export interface ApiDeps {
  config: ApiConfig
  database: Database
  log: Log
  clock?: () => Date
  wakeJobs?: () => void
  limits?: Partial<LimitRules>
  /** The payments, where others have to do with them as well. */
  wired?: WiredPayments
  /** Holds own answers against the contract; for tests. */
  checkAnswers?: boolean
  /** Writes a log line for each request. */
  logRequests?: boolean
}

/**
 * The product API, ready to answer requests over HTTP, and those of the same process by `ask`; the database is open and migrated. Throws a ConfigError when the content's
 * folder is not as it should be.
 */
export const createApi = ({
  config,
  database,
  log,
  clock = () => new Date(),
  wakeJobs = () => {},
  limits = {},
  wired = wirePayments({ config, database, log, clock, wakeJobs }),
  checkAnswers = false,
  logRequests = true,
}: ApiDeps) => {
  const router = createRouter({
    clock,
    log,
    authenticate: (session, now) => authenticate(database, session, now),
    isFromPortal: portalCheck(config.apiSecrets),
    checkAnswers,
    logRequests,
  })
  const limiter = createLimiter(database, { ...defaultLimits, ...limits })
  const deps: ModuleDeps = { config, database, limiter, payments: wired.payments, log, wakeJobs }

  usersRoutes(router, deps)
  accountsRoutes(router, deps)
  billingRoutes(router, deps)
  paymentsRoutes(router, deps)
  autopaymentsRoutes(router, deps)
  contentRoutes(router, deps)

  webhookRoutes(router.hono, deps)
  if (wired.bankPages) router.hono.route(bankFolder, wired.bankPages)
  router.hono.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('contract/openapi')
    return context.json(openApiDocument(config.apiPublicUrl))
  })
  return Object.assign(router.hono, { ask: router.ask })
}
