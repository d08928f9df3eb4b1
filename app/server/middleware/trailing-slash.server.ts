import type { RequestHandler } from 'express'
import { sitePath } from '../http/redirects.server'

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
