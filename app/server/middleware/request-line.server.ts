import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import { LONGEST_ADDRESS, pagePath } from '../http/page-address.server'
import { sitePath } from '../http/redirects.server'
import { refuse, refuseAsMissing } from '../http/refusal.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { BaseDataCache } from '../upstream/base-data.server'
import { hasFeature } from '../upstream/features.server'

/** With this parameter Remix runs one route without the others. Its scripts no longer use it. */
const SINGLE_ROUTE_PARAMETER = '_data'

/**
 * Normalizes the request target for every later step: the path as the URL standard spells it (dots resolved, backslashes
 * turned), the query unchanged but for `_data`. Proxies may send an absolute target; its host is ignored.
 */
export const requestTarget = (raw: string): string => {
  const absolute = raw.startsWith('/') ? `http://portal${raw}` : raw
  if (!URL.canParse(absolute) || !/^https?:/i.test(absolute))
    return requestTarget(`/${encodeURIComponent(raw)}`)
  const { pathname } = new URL(absolute)
  const at = raw.indexOf('?')
  const query = at === -1 ? [] : raw.slice(at + 1).split('&')
  const otherParts = query.filter((part) => !new URLSearchParams(part).has(SINGLE_ROUTE_PARAMETER)).join('&')
  return otherParts ? `${pathname}?${otherParts}` : pathname
}

/** Normalizes the request target before anything reads it. */
export const normalizeTarget: RequestHandler = (req, _res, next) => {
  req.url = requestTarget(req.url)
  req.originalUrl = req.url
  next()
}

/** Refuses longer addresses with 414, by the error screen in the home page's frame. */
export const addressLimit: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_ADDRESS) {
    const isData = req.path.endsWith('.data')
    req.url = isData ? '/_root.data' : paths.home
    req.originalUrl = req.url
    // Not the address itself: the screen would repeat it.
    if (!isData) res.locals.insteadOf = paths.home
    refuse(req, res, { status: 414, message: 'URI Too Long' })
  }
  next()
}

/** Redirects an address with slashes at its end to the one without. */
export const trailingSlash =
  (publicUrl: URL): RequestHandler =>
  (req, res, next) => {
    const { path, originalUrl } = req
    if (req.method === 'POST' || path === '/' || !path.endsWith('/')) return next()
    const target = sitePath(path.replace(/\/+$/, '') + originalUrl.slice(path.length), publicUrl)
    if (target) res.redirect(301, target)
    else next()
  }

/** Refuses every method but GET, HEAD and POST with 405, and a HEAD of a data request, too. */
export const methods: RequestHandler = (req, res, next) => {
  const isData = req.path.endsWith('.data')
  if (!['GET', 'HEAD', 'POST'].includes(req.method) || (req.method === 'HEAD' && isData)) {
    res.set('Allow', 'GET, HEAD, POST')
    refuse(req, res, { status: 405, message: 'Method Not Allowed' })
  }
  next()
}

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
