import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { RequestHandler, Response } from 'express'
import { pagePath } from '../server/http/page-path.server'
import type { RouteRules } from '../server/pages/route-rules.server'

interface PageHandlerOptions {
  /** The built Remix app, or in development a function that always gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  rules: RouteRules
  contextOf: (res: Response) => AppLoadContext
}

/**
 * Handles a request by a Remix request handler that knows only the page's branch of the route map: Remix ranks and wraps
 * all its routes three times per request.
 */
export const pageHandler = ({ build, rules, contextOf }: PageHandlerOptions): RequestHandler => {
  const getLoadContext = (_: unknown, res: Response) => contextOf(res)
  if (typeof build === 'function') return createRequestHandler({ build, getLoadContext, mode: 'development' })

  const handlerFor = (branch: readonly string[]) =>
    createRequestHandler({ build: branchOf(build, branch), getLoadContext, mode: 'production' })
  const whole = createRequestHandler({ build, getLoadContext, mode: 'production' })
  const handlers = new Map<string, RequestHandler>()
  return (req, res, next) => {
    const branch = rules.branchOf(pathnameOf(req.originalUrl))
    const page = branch.at(-1)
    if (page === undefined) return whole(req, res, next)
    const handler = handlers.get(page) ?? handlerFor(branch)
    handlers.set(page, handler)
    return handler(req, res, next)
  }
}

const pathnameOf = (url: string) => pagePath(new URL(`http://portal${url}`).pathname)

const branchOf = (build: ServerBuild, branch: readonly string[]): ServerBuild => ({
  ...build,
  routes: picked(build.routes, branch),
  assets: { ...build.assets, routes: picked(build.assets.routes, branch) },
})

const picked = <T>(routes: Record<string, T>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))
