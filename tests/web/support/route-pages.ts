import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from 'react-router'

export interface RoutePage {
  id: string
  /** The whole path pattern, such as `/verify-email/:id`. */
  pattern: string
  module: NonNullable<ServerBuild['routes'][string]>['module']
}

/** Whether the route is a layout: it has child routes. */
export const isLayout = (build: ServerBuild, id: string) =>
  Object.values(build.routes).some((route) => route?.parentId === id)

const patternOf = (build: ServerBuild, id: string): string => {
  const route = build.routes[id]
  if (!route) return ''
  const own = route.path ? `/${route.path}` : ''
  return (route.parentId ? patternOf(build, route.parentId) : '') + own
}

/** Every route of the built app that answers an address. */
export const routePages = (build: ServerBuild): RoutePage[] =>
  Object.values(build.routes).flatMap((route) =>
    route && route.id !== 'root' && !isLayout(build, route.id)
      ? [
          {
            id: route.id,
            pattern: patternOf(build, route.id).replace(/\/+$/, '') || '/',
            module: route.module,
          },
        ]
      : [],
  )

/** The id of the route that matches a path. */
export const routeAt = (pages: readonly RoutePage[], pathname: string): string | undefined =>
  matchRoutes(
    pages.map(({ id, pattern }) => ({ id, path: pattern })),
    pathname,
  )?.[0]?.route.id
