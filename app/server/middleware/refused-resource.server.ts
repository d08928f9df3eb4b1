import type { RequestHandler } from 'express'
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
 * Answers a refused request with the error screen in the home page's frame, where the address has no page of its own: a
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
