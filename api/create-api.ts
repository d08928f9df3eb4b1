import { type AccountHooks, accountRefusal, accountsRoutes } from 'api/accounts'
import { autopaymentRefusal, autopaymentsRoutes, stopForAccount } from 'api/autopayments'
import { billingRefusal, billingRoutes } from 'api/billing'
import { contentRoutes } from 'api/content'
import { deletionService, myDataRoutes } from 'api/my-data'
import { historyRoutes, paymentRefusal, paymentsRoutes, webhookRoutes } from 'api/payments'
import { readingsRefusal, readingsRoutes } from 'api/readings'
import { authenticate, securityRoutes, type UserHooks, userRefusal, usersRoutes } from 'api/users'
import type { ApiConfig } from './config'
import type { Database } from './db/database'
import { servedFeatures } from './features'
import { portalCheck } from './http/portal-secret'
import type { Refusal } from './http/refusal'
import { createRouter } from './http/router'
import { idempotencyRefusal } from './idempotency/idempotency.refusals'
import { createLimiter } from './limits/limiter'
import { limitRefusal } from './limits/limits.refusals'
import { defaultLimits, type LimitRules } from './limits/rules'
import type { Log } from './log'
import { type ApiMetrics, createApiMetrics } from './metrics'
import { type WiredPayments, wirePayments } from './wire-payments'

export interface ApiDeps {
  config: ApiConfig
  database: Database
  log: Log
  clock?: () => Date
  wakeJobs?: () => void
  limits?: Partial<LimitRules>
  /** The payments, when their steps are used elsewhere, too. */
  wired?: WiredPayments
  /** Validates every answer against the contract; for tests. */
  checkAnswers?: boolean
  /** Writes a log line for each request. */
  logRequests?: boolean
  metrics?: ApiMetrics
}

/**
 * The product API for HTTP requests and, by `ask`, for requests from the same process. The database has to be open and
 * migrated. Throws a ConfigError for an invalid content folder.
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
  metrics = createApiMetrics(),
}: ApiDeps) => {
  const router = createRouter({
    clock,
    log,
    authenticate: (session, now) => authenticate(database, session, now),
    refusalOf,
    isFromPortal: portalCheck(config.apiSecrets),
    checkAnswers,
    logRequests,
    metrics,
  })
  const limiter = createLimiter(database, { ...defaultLimits, ...limits })
  const { payments } = wired
  const deletion = deletionService({ config, database, limiter, wakeJobs })
  const userHooks: UserHooks = { deletedCustomerLogsIn: deletion.sendLetterAgain }
  const hooks: AccountHooks = {
    accountRemoved: (trx, own, now) => stopForAccount(trx, own, { site: config, now }),
  }

  usersRoutes(router, { config, database, limiter, hooks: userHooks, wakeJobs })
  securityRoutes(router, { config, database, limiter, wakeJobs })
  accountsRoutes(router, { database, limiter, hooks, wakeJobs })
  readingsRoutes(router, { config, database, wakeJobs })
  billingRoutes(router, { config, database })
  paymentsRoutes(router, { config, database, limiter, payments })
  historyRoutes(router, { config, database, payments })
  autopaymentsRoutes(router, { config, database, limiter, payments })
  myDataRoutes(router, { config, database, limiter, wakeJobs })
  contentRoutes(router, { config, log, features: servedFeatures })

  webhookRoutes(router.hono, { config, payments, log })
  if (wired.gatewayPages) router.hono.route(wired.gatewayPages.folder, wired.gatewayPages.app)
  router.hono.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('contract/openapi')
    return context.json(openApiDocument(config.apiPublicUrl))
  })
  return Object.assign(router.hono, { ask: router.ask })
}

const refusals = [
  userRefusal,
  accountRefusal,
  readingsRefusal,
  billingRefusal,
  paymentRefusal,
  autopaymentRefusal,
  limitRefusal,
  idempotencyRefusal,
]

/** The refusal for an error of any domain; null for any other error. */
const refusalOf = (error: unknown): Refusal | null => {
  for (const refusal of refusals) {
    const answer = refusal(error)
    if (answer) return answer
  }
  return null
}
