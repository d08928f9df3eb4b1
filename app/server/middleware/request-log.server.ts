import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { pagePath } from '../http/page-path.server'
import type { Log } from '../log.server'
import type { RouteRules } from '../pages/route-rules.server'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
      log: Log
    }
  }
}

/** Gives the request an id and logs it when it ends, by the route's pattern: an address can hold personal data. */
export const requestLog =
  (log: Log, rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now()
    // A refused request goes on as a GET.
    const { method } = req
    const requestId = randomUUID()
    const ownLog = log.child({ requestId })
    res.locals.requestId = requestId
    res.locals.log = ownLog
    res.set('X-Request-Id', requestId)
    res.once('close', () => {
      const isAsset = req.baseUrl === '/assets' || req.originalUrl.startsWith('/assets/')
      const route = isAsset ? '/assets' : rules.patternOf(pagePath(req.path))
      const ms = Math.round(performance.now() - startedAt)
      const line = { method, route, status: res.statusCode, ms, whole: res.writableFinished }
      if (isAsset) ownLog.debug(line, 'request')
      else ownLog.info(line, 'request')
    })
    next()
  }
