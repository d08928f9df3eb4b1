import type { AppLoadContext } from '@remix-run/node'
import type { RequestHandler, Response } from 'express'
import { paths } from '~/paths'
import type { RouteRules } from '../pages/route-rules.server'

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
