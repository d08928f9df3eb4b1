import { type AccountHooks, accountsRoutes } from 'api/accounts'
import { autopaymentRefusal, autopaymentsRoutes, stopForAccount } from 'api/autopayments'
import { billingRoutes } from 'api/billing'
import { contentRoutes } from 'api/content'
import { historyRoutes, paymentRefusal, paymentsRoutes, webhookRoutes } from 'api/payments'
import { authenticate, usersRoutes } from 'api/users'
import type { ApiConfig } from './config'
import type { Database } from './db/database'
import { portalCheck } from './http/portal-secret'
import { createRouter } from './http/router'
import { createLimiter } from './limits/limiter'
import { defaultLimits, type LimitRules } from './limits/rules'
import type { Log } from './log'
import { type WiredPayments, wirePayments } from './wire-payments'

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
    refusalOf: (error) => paymentRefusal(error) ?? autopaymentRefusal(error),
    isFromPortal: portalCheck(config.apiSecrets),
    checkAnswers,
    logRequests,
  })
  const limiter = createLimiter(database, { ...defaultLimits, ...limits })
  const { payments } = wired
  const hooks: AccountHooks = {
    accountRemoved: (trx, own, now) => stopForAccount(trx, own, { site: config, now }),
  }

  usersRoutes(router, { config, database, limiter, wakeJobs })
  accountsRoutes(router, { database, limiter, hooks, wakeJobs })
  billingRoutes(router, { config, database })
  paymentsRoutes(router, { config, database, limiter, payments })
  historyRoutes(router, { config, database, payments })
  autopaymentsRoutes(router, { config, database, limiter, payments })
  contentRoutes(router, { config, log })

  webhookRoutes(router.hono, { config, payments, log })
  if (wired.gatewayPages) router.hono.route(wired.gatewayPages.folder, wired.gatewayPages.app)
  router.hono.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('contract/openapi')
    return context.json(openApiDocument(config.apiPublicUrl))
  })
  return Object.assign(router.hono, { ask: router.ask })
}
