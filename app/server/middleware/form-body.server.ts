import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { pagePath } from '../http/page-address.server'
import { readPostedBody } from '../http/posted-body.server'
import { refuse } from '../http/refusal.server'
import type { RouteRules } from '../pages/route-rules.server'

/**
 * Reads the body of a posted form. A wrong POST is refused in this order, whatever its address: 403 it comes from
 * another site, 413 it is over 64 KiB, 404 there is no such address (`validAddress`), 405 the page has no form, 415 it
 * is compressed.
 */
export const formBody =
  (publicOrigin: string, rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'POST') return next()
    if (!isOwnForm(req.headers, publicOrigin)) {
      refuse(req, res, { status: 403, message: 'Forbidden' })
      return next()
    }
    readPostedBody(req).then(
      (body) => {
        if (!body) refuse(req, res, { status: 413, message: 'Content Too Large' })
        else if (!rules.takesForms(pagePath(req.path))) {
          res.set('Allow', 'GET, HEAD')
          refuse(req, res, { status: 405, message: 'Method Not Allowed' })
        } else if ((req.get('content-encoding') ?? 'identity') !== 'identity')
          refuse(req, res, { status: 415, message: 'Unsupported Media Type' })
        else req.body = body
        next()
      },
      () => void res.destroy(),
    )
  }

/**
 * Whether a form comes from a page of this site, by `Sec-Fetch-Site` or, in older browsers, `Origin`; false without
 * both.
 */
export const isOwnForm = (headers: IncomingHttpHeaders, publicOrigin: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return false
  return headers.origin === publicOrigin
}
