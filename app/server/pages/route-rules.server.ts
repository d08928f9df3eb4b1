import type { ServerBuild } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type Params } from 'react-router'
import { z } from 'zod'

/** Who may open a route. */
export const accessNames = ['all', 'guest', 'user'] as const

/** What a route's `handle` says of it beside its code. */
export interface RouteHandle {
  access: (typeof accessNames)[number]
  /** The validity rule: when it is not met, the route does not exist at this address. */
  isValid?: (route: { params: Params; pathname: string }) => boolean
  /** The page is the same for every guest and holds nothing minted for one but the nonce and the key of its form: it may be kept for a minute. */
  sameForGuests?: boolean
  /** A step of a payment or its end: where no real money is taken, the page says so. */
  payment?: boolean
}

const handleShape = z.object({
  access: z.enum(accessNames),
  isValid: z.custom<NonNullable<RouteHandle['isValid']>>((value) => typeof value === 'function').optional(),
  sameForGuests: z.boolean().optional(),
  payment: z.boolean().optional(),
})

/** Every screen and resource: what holds no further routes. The root and the layouts are no pages of their own. */
const isPage = (build: ServerBuild, id: string) =>
  id !== 'root' && !Object.values(build.routes).some((route) => route?.parentId === id)

/** The router ranks all routes for every address, and each request asks several times; in characters of addresses. */
const MATCHES_CACHE = { maxSize: 100_000, maxEntrySize: 200 }
type Matches = NonNullable<ReturnType<typeof matchRoutes>>

/** Checks the route map at start. Throws 'Unknown route middleware' for an access that nobody defined. */
export const readRouteRules = (build: ServerBuild) => {
  const rules = new Map<string, z.output<typeof handleShape>>()
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route || !isPage(build, id)) continue
    const handle = handleShape.safeParse(route.module.handle)
    if (!handle.success) throw new Error('Unknown route middleware', { cause: `the handle of ${id}` })
    rules.set(id, handle.data)
  }
  const tree = routeTree(build, undefined)
  const matches = new LRUCache<string, Matches>({
    ...MATCHES_CACHE,
    sizeCalculation: (_, { length }) => length,
    memoMethod: (pathname) => (isDecodable(pathname) ? matchRoutes(tree, pathname) : null) ?? [],
  })
  const matchesOf = (pathname: string): Matches => matches.memo(pathname)
  const pageAt = (pathname: string) => {
    const match = matchesOf(pathname).at(-1)
    const rule = match?.route.id === undefined ? undefined : rules.get(match.route.id)
    return match && rule ? { rule, params: match.params } : null
  }

  return {
    /** The ids of the routes that draw an address, root first; none for one that spells nothing. */
    branchOf: (pathname: string): string[] => matchesOf(pathname).flatMap(({ route }) => route.id ?? []),
    /** The route pattern of an address for the log, without anything that a visitor put into it. */
    patternOf(pathname: string): string {
      const pattern = matchesOf(pathname)
        .map(({ route }) => route.path ?? '')
        .filter(Boolean)
      return `/${pattern.join('/')}`
    },
    /** Whether the address passes the validity rule of its route. */
    isValid(pathname: string): boolean {
      const page = pageAt(pathname)
      return page !== null && (page.rule.isValid?.({ params: page.params, pathname }) ?? true)
    },
    /** Whether the page is for those alone who are not signed in. */
    isForGuests: (pathname: string): boolean => pageAt(pathname)?.rule.access === 'guest',
    /** Whether the page has a form that is posted to it. */
    takesForms(pathname: string): boolean {
      const id = matchesOf(pathname).at(-1)?.route.id
      return id !== undefined && build.routes[id]?.module.action !== undefined
    },
    /** Whether the address is a page's; a resource has nothing to draw an error screen in. */
    isDrawn(pathname: string): boolean {
      const id = matchesOf(pathname).at(-1)?.route.id
      return id !== undefined && build.routes[id]?.module.default !== undefined
    },
    /** Whether every guest is shown the same at this address. */
    isSameForGuests: (pathname: string): boolean => pageAt(pathname)?.rule.sameForGuests ?? false,
  }
}

export type RouteRules = ReturnType<typeof readRouteRules>

type RouteTree = Parameters<typeof matchRoutes>[0]

const routeTree = (build: ServerBuild, parentId: string | undefined): RouteTree =>
  Object.values(build.routes).flatMap((route): RouteTree => {
    if (!route || route.parentId !== parentId) return []
    const own = { id: route.id, ...(route.path === undefined ? {} : { path: route.path }) }
    return [route.index ? { ...own, index: true } : { ...own, children: routeTree(build, route.id) }]
  })

/** Whether a path's percents spell anything; the router writes those that don't to the console, as they were typed. */
export const isDecodable = (pathname: string) => {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
