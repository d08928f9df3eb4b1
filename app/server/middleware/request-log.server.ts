import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Log } from 'monitoring/log'
import { beginTrace, type OpenSpan } from 'monitoring/tracing'
import { pagePath } from '../http/page-address.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { PortalMetrics } from '../portal-metrics.server'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
      /** Null: there is no trace. */
      traceId: string | null
      /** Runs work as part of the request's trace, also in the callback of another request. */
      inTrace: OpenSpan['run']
    }
  }
}

/** Gives the request an id, which its response names too. */
export const requestId: RequestHandler = (_, res, next) => {
  const id = randomUUID()
  res.locals.requestId = id
  res.set('X-Request-Id', id)
  next()
}

/**
 * Begins the request's trace, and logs and counts it when it ends, by the route's pattern: an address can hold personal
 * data.
 */
export const requestLog =
  (log: Log, rules: RouteRules, metrics: PortalMetrics): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now()
    // A refused request goes on as a GET.
    const { method } = req
    const { requestId } = res.locals
    const span = beginTrace(method)
    const { traceId } = span
    res.locals.traceId = traceId
    res.locals.inTrace = span.run
    res.once('close', () => {
      const isAsset = req.baseUrl === '/assets' || req.originalUrl.startsWith('/assets/')
      const route = isAsset ? '/assets' : rules.patternOf(pagePath(req.path))
      const seconds = (performance.now() - startedAt) / 1_000
      const summary = { method, route, status: res.statusCode, whole: res.writableFinished }
      metrics.requestEnded({ ...summary, seconds })
      span.end({
        name: `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
          'portal.request_id': requestId,
        },
        failed: res.statusCode >= 500,
      })
      const ms = Math.round(seconds * 1_000)
      log[isAsset ? 'debug' : 'info']({ requestId, ...(traceId && { traceId }), ...summary, ms }, 'request')
    })
    span.run(next)
  }
