import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { RequestHandler, Response } from 'express'

interface PageHandlerOptions {
  /** The built Remix app, or in development a function that returns the current one. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The ids of the routes that render a request URL, root first; empty when no route has it. */
  routeIdsOf: (url: string) => readonly string[]
  contextOf: (res: Response) => AppLoadContext
}

/**
 * Handles a request with a Remix handler that knows only the routes of the requested page: Remix would rank and wrap
 * all routes three times per request.
 */
export const pageHandler = ({ build, routeIdsOf, contextOf }: PageHandlerOptions): RequestHandler => {
  const getLoadContext = (_: unknown, res: Response) => contextOf(res)
  if (typeof build === 'function') return createRequestHandler({ build, getLoadContext, mode: 'development' })

  const handlerFor = (ids: readonly string[]) =>
    createRequestHandler({ build: withRoutes(build, ids), getLoadContext, mode: 'production' })
  const whole = createRequestHandler({ build, getLoadContext, mode: 'production' })
  const handlers = new Map<string, RequestHandler>()
  return (req, res, next) => {
    const ids = routeIdsOf(req.originalUrl)
    const page = ids.at(-1)
    if (page === undefined) return whole(req, res, next)
    const handler = handlers.get(page) ?? handlerFor(ids)
    handlers.set(page, handler)
    return handler(req, res, next)
  }
}

const withRoutes = (build: ServerBuild, ids: readonly string[]): ServerBuild => ({
  ...build,
  routes: pick(build.routes, ids),
  assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
})

const pick = <T>(routes: Record<string, T>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))
