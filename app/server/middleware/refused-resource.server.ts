import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import { pagePath } from '../http/page-path.server'
import type { RouteRules } from '../pages/route-rules.server'

/** Answers a refused request for a resource (a file, an action without a page) with the error screen in the home page's frame. */
export const refusedResource =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    if (res.locals.refusal && !rules.isDrawn(pagePath(req.path)))
      req.originalUrl = req.path.endsWith('.data') ? '/_root.data' : paths.home
    next()
  }
