import type { ServerBuild } from '@remix-run/node'
import express, { type Express as ExpressApp, type RequestHandler } from 'express'
import type { ParentLog } from 'monitoring/log'
import type { Registry } from 'prom-client'
import type { StreamingTransport } from '../api-client/transport'
import { pageHandler } from '../framework/page-handler.server'
import { isSecure } from '../framework/portal-cookie.server'
import type { PortalConfig } from './config.server'
import { pagePath } from './http/page-address.server'
import { arrivalLimit, pipelining, unexpectedProxy } from './middleware/connection.server'
import { type EmbeddedApi, embeddedApiPages } from './middleware/embedded-api-pages.server'
import { lastResort, refusedResource, resourceScreen } from './middleware/error-answers.server'
import { finishedResponse } from './middleware/finished-response.server'
import { formBody } from './middleware/form-body.server'
import { guestPages } from './middleware/guest-pages.server'
import { type HealthOptions, health } from './middleware/health.server'
import { overload } from './middleware/overload.server'
import { device, postLimits } from './middleware/post-limits.server'
import { contextOf, requestContext } from './middleware/request-context.server'
import {
  addressLimit,
  featurePages,
  methods,
  normalizeTarget,
  trailingSlash,
  validAddress,
} from './middleware/request-line.server'
import { requestId, requestLog } from './middleware/request-log.server'
import { pageBase, securityHeaders } from './middleware/security-headers.server'
import { readRouteRules } from './pages/route-rules.server'
import { createPortalMetrics } from './portal-metrics.server'
import { createDeviceIds } from './session/device.server'
import { createFlashCookie } from './session/flash.server'
import { createRegistrationCookie, createSecondStepCookie } from './session/sealed-cookie.server'
import { createSessionCookie } from './session/session-cookie.server'
import { createBaseDataCache } from './upstream/base-data.server'
import { observedTransport } from './upstream/observed-transport.server'

export interface PortalDeps extends HealthOptions {
  config: PortalConfig
  /** The built Remix app, or in development a function that always gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  transport: StreamingTransport
  log: ParentLog
  /** Where the portal's metrics are added. */
  registry?: Registry
  /** The embedded product API, whose own pages the portal serves beside its own. */
  embeddedApi?: EmbeddedApi
  /** Whether payments go to the embedded API's test bank. */
  testPayments?: boolean
  /** Serves scripts, styles and icons. */
  assets: RequestHandler
  development?: boolean
}

/**
 * The whole portal as an Express app: the middlewares that a request passes, in this order. Throws when the `handle` of
 * a route names an unknown access.
 */
export const createPortal = async (deps: PortalDeps): Promise<ExpressApp> => {
  const { config, log, build, embeddedApi, testPayments = false, development = false } = deps
  const metrics = createPortalMetrics(deps.registry)
  const transport = observedTransport(deps.transport, metrics)
  const { publicUrl, sessionSecrets, trustProxy } = config
  const secure = isSecure(config)
  const rules = readRouteRules(typeof build === 'function' ? await build() : build, {
    embeddedApi: config.productApiUrl === null,
  })
  const session = createSessionCookie(sessionSecrets, secure)
  const flash = createFlashCookie(sessionSecrets, secure)
  const secondStep = createSecondStepCookie(sessionSecrets, secure)
  const registration = createRegistrationCookie(sessionSecrets, secure)
  const devices = createDeviceIds(sessionSecrets, secure)
  const baseData = createBaseDataCache({ transport, timeoutMs: config.productApiTimeoutMs, log })
  // The first page then has the company's logo; waits a second at most.
  await baseData.current()

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', trustProxy)

  app.use(pipelining)
  app.use(normalizeTarget)
  app.use(requestId)
  app.use(arrivalLimit)
  app.use(pageBase(baseData, publicUrl))
  app.use(securityHeaders(config, development, rules))
  app.use(health(deps))
  app.use(requestLog(log, rules, metrics))
  if (trustProxy === 0) app.use(unexpectedProxy(log))
  if (embeddedApi) app.use(embeddedApiPages(embeddedApi, publicUrl.origin))
  app.use(deps.assets)
  app.use(device(devices))
  app.use(guestPages({ config, rules, transport, baseData, session, flash, registration, devices }))

  // A refused request goes on to the page handler, which draws the error screen.
  app.use(addressLimit)
  app.use(trailingSlash(publicUrl))
  app.use(methods)
  app.use(postLimits(config.postLimit))
  app.use(formBody(publicUrl.origin, rules))
  // After the body has arrived: a slow one takes no place.
  app.use(
    overload({
      maxRequests: config.maxRequests,
      rules,
      session,
      siteTitle: config.siteTitle,
      baseData,
      log,
      metrics,
    }),
  )
  app.use(validAddress(rules))
  app.use(featurePages(rules, baseData))
  app.use(refusedResource(rules))

  const cookies = { flash, secondStep, registration }
  app.use(requestContext({ config, transport, baseData, ...cookies, testPayments, log }))
  app.use(finishedResponse({ ...cookies, session, devices, rules }))
  const routeIdsOf = (url: string) => rules.branchOf(pagePath(new URL(`http://portal${url}`).pathname))
  const drawPage = pageHandler({ build, routeIdsOf, contextOf })
  app.use(resourceScreen({ rules, contextOf, drawPage }))
  app.use(lastResort(log))
  return app
}
