import type { RequestHandler } from 'express'
import { pagePath } from '../http/page-address.server'
import { refuseAsMissing } from '../http/refusal.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { BaseDataCache } from '../upstream/base-data.server'
import { hasFeature } from '../upstream/features.server'

/** Refuses an address with 404 when no route has it (the router cannot read it) or its route's validity rule rejects it. */
export const validAddress =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    const pathname = pagePath(req.path)
    if (!rules.isValid(pathname)) refuseAsMissing(req, res, pathname)
    next()
  }

/** Refuses a page with 404 when the product API lacks the feature, or every feature, that it belongs to. */
export const featurePages =
  (rules: RouteRules, baseData: BaseDataCache): RequestHandler =>
  async (req, res, next) => {
    const pathname = pagePath(req.path)
    const features = rules.featuresOf(pathname)
    if (features) {
      const base = await baseData.current()
      if (!features.some((feature) => hasFeature(base, feature))) refuseAsMissing(req, res, pathname)
    }
    next()
  }
