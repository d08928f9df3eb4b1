import type { ServerBuild } from '@remix-run/node'
import { type Feature, featureNames } from 'contract/features'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type Params } from 'react-router'
import { z } from 'zod'
import { isReadablePath } from '../http/page-address.server'

/** Who may open a route. */
const accessNames = ['all', 'guest', 'user'] as const

/** A route's `handle`: its access and its other rules. */
export interface RouteHandle {
  access: (typeof accessNames)[number]
  /**
   * Whether the page's address or content is secret: a mailed code, a payment's id, recovery codes. No script of another
   * site runs there.
   */
  secret: boolean
  /** The validity rule; when it is false the address is answered with 404. */
  isValid?: (route: { params: Params; pathname: string; embeddedApi: boolean }) => boolean
  /** The page is the same for every guest, except for the nonce and the idempotency key: it may be cached for a minute. */
  sameForGuests?: boolean
  /** The page exists only where base data name this feature, or one of these. */
  feature?: Feature | readonly Feature[]
  /** A page that shows how a payment ended: it waits apart from others when the server is overloaded. */
  paymentResult?: boolean
  /** A page of a payment, which says so when payments go to the test bank. */
  payment?: boolean
  /** The section of the personal menu that the page belongs to, if its own path does not show that. */
  section?: string
}

const handleShape = z.object({
  access: z.enum(accessNames),
  secret: z.boolean(),
  isValid: z.custom<NonNullable<RouteHandle['isValid']>>((value) => typeof value === 'function').optional(),
  sameForGuests: z.boolean().optional(),
  feature: z.union([z.enum(featureNames), z.array(z.enum(featureNames)).min(1)]).optional(),
  payment: z.boolean().optional(),
  section: z.string().optional(),
  paymentResult: z.boolean().optional(),
})

/** Screens and resources: the routes without children, except for the root. */
const isPage = (build: ServerBuild, id: string) =>
  id !== 'root' && !Object.values(build.routes).some((route) => route?.parentId === id)

/** In characters of addresses. The router ranks all routes for every address, several times per request. */
const MATCHES_CACHE = { maxSize: 100_000, maxEntrySize: 200 }
type Matches = NonNullable<ReturnType<typeof matchRoutes>>

/**
 * Reads the handles of all routes at start. Throws 'Unknown route middleware' for an unknown access. `embeddedApi` says
 * whether the addresses of the embedded product API are there beside the pages.
 */
export const readRouteRules = (build: ServerBuild, { embeddedApi = false } = {}) => {
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
    memoMethod: (pathname) => (isReadablePath(pathname) ? matchRoutes(tree, pathname) : null) ?? [],
  })
  const matchesOf = (pathname: string): Matches => matches.memo(pathname)
  const pageAt = (pathname: string) => {
    const match = matchesOf(pathname).at(-1)
    const rule = match?.route.id === undefined ? undefined : rules.get(match.route.id)
    return match && rule ? { rule, params: match.params } : null
  }

  /** Whether the page at an address (path and query) is secret, or leads to a secret one, as a login's `redirectTo`. */
  const isSecret = (address: string): boolean => {
    if (!URL.canParse(address, 'http://portal')) return false
    const { pathname, searchParams } = new URL(address, 'http://portal')
    return (pageAt(pathname)?.rule.secret ?? false) || searchParams.getAll('redirectTo').some(isSecret)
  }

  return {
    /** The ids of the routes that draw an address, root first; empty for an address that cannot be read. */
    branchOf: (pathname: string): string[] => matchesOf(pathname).flatMap(({ route }) => route.id ?? []),
    /** The route pattern of an address for the log, without any value from the visitor. */
    patternOf(pathname: string): string {
      const pattern = matchesOf(pathname)
        .map(({ route }) => route.path ?? '')
        .filter(Boolean)
      return `/${pattern.join('/')}`
    },
    /** Whether the address passes the validity rule of its route. */
    isValid(pathname: string): boolean {
      const page = pageAt(pathname)
      return page !== null && (page.rule.isValid?.({ params: page.params, pathname, embeddedApi }) ?? true)
    },
    /** The page needs one of these features; null for a page that every portal has. */
    featuresOf(pathname: string): readonly Feature[] | null {
      const feature = pageAt(pathname)?.rule.feature
      return typeof feature === 'string' ? [feature] : (feature ?? null)
    },
    isSecret,
    /** Whether the page is for guests only. */
    isForGuests: (pathname: string): boolean => pageAt(pathname)?.rule.access === 'guest',
    /** Whether forms may be posted to the address. */
    takesForms(pathname: string): boolean {
      const id = matchesOf(pathname).at(-1)?.route.id
      return id !== undefined && build.routes[id]?.module.action !== undefined
    },
    /** Whether the address is a page; a resource cannot draw an error screen. */
    isDrawn(pathname: string): boolean {
      const id = matchesOf(pathname).at(-1)?.route.id
      return id !== undefined && build.routes[id]?.module.default !== undefined
    },
    /** Whether the page shows how a payment ended. */
    isPaymentResult: (pathname: string): boolean => pageAt(pathname)?.rule.paymentResult ?? false,
    /** Whether every guest sees the same page at this address. */
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
