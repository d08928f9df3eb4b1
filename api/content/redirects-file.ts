import type { PageRedirect } from 'contract/pages'
import { isPortalRoute } from 'contract/portal-routes'
import { z } from 'zod'
import { address, sitePath } from './site-file'
import { parseYaml } from './yaml-text'

const redirect = z.strictObject({
  url: address,
  status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]),
})

const redirects = z.record(sitePath, redirect).superRefine((entries, context) => {
  const targets = new Map<string, string | null>()
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })

  for (const [path, { url }] of Object.entries(entries)) {
    const portalPath = toPortalPath(path)
    if (/[?#]/.test(path)) refuse(path, 'must have neither query nor hash: a redirect is found by its path')
    else if (portalPath === null) refuse(path, 'is no path that can be read')
    else if (isPortalRoute(portalPath)) refuse(path, 'is an address of the portal’s own')
    else if (targets.has(portalPath)) refuse(path, `is there twice: as ${portalPath}, too`)
    else targets.set(portalPath, toPortalPath(url))
  }
  for (const path of Object.keys(entries)) {
    const loop = loopOf(toPortalPath(path), targets)
    if (loop?.length === 1) refuse(path, 'leads to itself')
    else if (loop) refuse(path, `leads to itself by ${loop.slice(1).join(', ')}`)
  }
})

/** Parses `redirects.json`: targets by the path that the portal requests. Throws a BadFile. */
export const parseRedirects = (text: string): ReadonlyMap<string, PageRedirect> =>
  new Map(
    Object.entries(parseYaml(text, redirects)).map(([path, target]) => [toPortalPath(path) ?? path, target]),
  )

/**
 * The path that the portal requests for this address: decoded, without a slash at the end, query and hash. Null for an
 * address of another site, and for one that can't be decoded.
 */
const toPortalPath = (url: string): string | null => {
  if (!url.startsWith('/')) return null
  const { pathname } = new URL(url, 'https://portal.invalid')
  const plainPath = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  try {
    return decodeURIComponent(plainPath) || '/'
  } catch {
    return null
  }
}

/** The paths of the redirect loop that begins here; null if there is none. */
const loopOf = (start: string | null, targets: ReadonlyMap<string, string | null>): string[] | null => {
  const visited: string[] = []
  for (let path = start; path !== null && !visited.includes(path); path = targets.get(path) ?? null) {
    visited.push(path)
    if (targets.get(path) === start) return visited
  }
  return null
}
