import type { RequestHandler } from 'express'
import { pagePath } from '../http/page-path.server'
import { refuseAsMissing } from '../http/refusal.server'
import type { RouteRules } from '../pages/route-rules.server'

/** Refuses an address with 404 when no route has it (the router cannot read it) or its route's validity rule rejects it. */
export const validAddress =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    const pathname = pagePath(req.path)
    if (!rules.isValid(pathname)) refuseAsMissing(req, res, pathname)
    next()
  }
