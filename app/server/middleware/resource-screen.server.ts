import type { AppLoadContext } from '@remix-run/node'
import type { RequestHandler, Response } from 'express'
import { paths } from '~/paths'
import type { RouteRules } from '../pages/route-rules.server'

interface ResourceScreenOptions {
  rules: RouteRules
  contextOf: (res: Response) => AppLoadContext
  /** Answers the page at `req.originalUrl`. */
  answer: RequestHandler
}

/** A file that can't be had is told by the error screen, as a page is: the main page lends its frame. */
export const resourceScreen =
  ({ rules, contextOf, answer }: ResourceScreenOptions): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'GET' || rules.isDrawn(req.path) || rules.branchOf(req.path).length === 0)
      return answer(req, res, next)
    const { write, end } = res
    const isRefused = () => res.statusCode >= 400
    res.write = (chunk: unknown) => isRefused() || write.call(res, chunk, 'utf8')
    res.end = (chunk?: unknown) => {
      Object.assign(res, { write, end })
      if (!isRefused()) return end.call(res, chunk, 'utf8')
      contextOf(res).refusal = { status: res.statusCode, message: `Page Not Found: ${req.path}` }
      res.removeHeader('Content-Type')
      req.originalUrl = paths.home
      answer(req, res, next)
      return res
    }
    answer(req, res, next)
  }
