import type { AppLoadContext } from '@remix-run/node'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import type { Log } from 'monitoring/log'
import { paths } from '~/paths'
import { pagePath } from '../http/page-address.server'
import type { RouteRules } from '../pages/route-rules.server'

declare global {
  namespace Express {
    interface Locals {
      /** See `RequestContext`. */
      insteadOf?: string
    }
  }
}

/**
 * Answers a refused request with the error screen in the home page's frame if the address has no page of its own: a
 * resource (a file, an action without a page), or an address that the router cannot read.
 */
export const refusedResource =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    if (res.locals.refusal && !rules.isDrawn(pagePath(req.path))) {
      res.locals.insteadOf = req.originalUrl
      req.originalUrl = req.path.endsWith('.data') ? '/_root.data' : paths.home
    }
    next()
  }

interface ResourceScreenOptions {
  rules: RouteRules
  contextOf: (res: Response) => AppLoadContext
  /** Draws the page at `req.originalUrl`. */
  drawPage: RequestHandler
}

/** Draws pages and resources; a resource that fails gets the error screen in the home page's frame. */
export const resourceScreen =
  ({ rules, contextOf, drawPage }: ResourceScreenOptions): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'GET' || rules.isDrawn(req.path) || rules.branchOf(req.path).length === 0)
      return drawPage(req, res, next)
    const { write, end } = res
    const hasFailed = () => res.statusCode >= 400
    res.write = (chunk: unknown) => hasFailed() || write.call(res, chunk, 'utf8')
    res.end = (chunk?: unknown) => {
      Object.assign(res, { write, end })
      if (!hasFailed()) return end.call(res, chunk, 'utf8')
      const context = contextOf(res)
      context.refusal = { status: res.statusCode, message: `Page Not Found: ${req.path}` }
      context.insteadOf = req.originalUrl
      res.removeHeader('Content-Type')
      req.originalUrl = paths.home
      drawPage(req, res, next)
      return res
    }
    drawPage(req, res, next)
  }

/** Answers an error outside of any page in plain text, with the words of the error screen. */
export const lastResort =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const { requestId, traceId } = res.locals
    log.error({ requestId, ...(traceId && { traceId }), err: error }, 'request failed')
    if (res.headersSent) return void res.destroy()
    const status =
      typeof error?.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : 500
    res.status(status).type('text/plain; charset=utf-8').end('Что-то пошло не так... Попробуйте ещё раз.')
  }
