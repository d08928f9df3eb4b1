import type { RequestHandler } from 'express'
import { createGuestPageCache } from '../pages/guest-page-cache.server'
import type { RouteRules } from '../pages/route-rules.server'
import { contextOf } from './request-context.server'

declare global {
  namespace Express {
    interface Locals {
      /** Stores the finished page in the cache; absent where the page may not be cached. */
      keepPage?: (body: Buffer) => Promise<void>
    }
  }
}

/** Answers guests from the cache of pages that are the same for all guests, and fills it. */
export const guestPages = (rules: RouteRules): RequestHandler => {
  const cache = createGuestPageCache()
  return async (req, res, next) => {
    const context = contextOf(res)
    const { byScripts, visitor, flash, refusal } = context
    const isShared =
      req.method === 'GET' &&
      // The path of a data request is not its page's: the rules would take it for an address of the content pages.
      !byScripts &&
      !refusal &&
      !flash.received &&
      visitor.cookies.isEmpty &&
      !visitor.cookies.changed &&
      req.originalUrl === req.path &&
      rules.isSameForGuests(req.path)
    if (!isShared) return next()
    try {
      const html = await cache.find(req.path, context)
      if (html) return void res.type('html').end(html)
      const { version } = context.base
      res.locals.keepPage = (body) => cache.keep(req.path, body, context, version)
      next()
    } catch (error) {
      next(error)
    }
  }
}
