import { redirect, redirectDocument } from '@remix-run/node'
import { isFile } from '~/ui/link/link-target'
import { isReadablePath, readableHash } from './page-address.server'

/** Characters that browsers drop or replace in a URL: they would parse another URL than the server. */
export const AMBIGUOUS = /[\p{Cc} \\]/u

/**
 * The target as a path of this site, with its query and a readable hash. Null for a target that could lead elsewhere, for
 * a path that the router cannot read, and for a page's data, which only scripts fetch.
 */
export const sitePath = (target: string | null | undefined, publicUrl: URL): string | null => {
  if (!target?.startsWith('/') || AMBIGUOUS.test(target)) return null
  let url: URL
  try {
    url = new URL(target, publicUrl)
  } catch {
    return null
  }
  const path = url.pathname + url.search + readableHash(url.hash)
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return null
  if (!isReadablePath(url.pathname) || url.pathname.endsWith('.data')) return null
  return path
}

/** A redirect to a path of this site; to a file it is a full page load, because the router only draws pages. */
export const siteRedirect = (path: string, status: number) =>
  isFile(path) ? redirectDocument(path, status) : redirect(path, status)

/** The redirect after a successful form (303). */
export const seeOther = (path: string) => siteRedirect(path, 303)

/** An address from the API, checked for use in a menu or redirect: a path of this site, an https URL of another, or null. */
export const publicAddress = (
  target: string,
  publicUrl: URL,
  externalProtocols: readonly string[] = ['https:'],
): { kind: 'site'; path: string } | { kind: 'external'; url: string } | null => {
  const path = sitePath(target, publicUrl)
  if (path) return { kind: 'site', path }
  if (AMBIGUOUS.test(target) || !/^https?:\/\//i.test(target)) return null
  try {
    const url = new URL(target)
    if (url.origin === publicUrl.origin) {
      const own = sitePath(url.pathname + url.search + url.hash, publicUrl)
      return own ? { kind: 'site', path: own } : null
    }
    const isAllowed = externalProtocols.includes(url.protocol) && !url.username && !url.password
    return isAllowed ? { kind: 'external', url: url.href } : null
  } catch {
    return null
  }
}
