import { redirect } from '@remix-run/node'

/** What browsers drop from an address or turn into something else, so that they would read another one than we do. */
export const MISREAD = /[\p{Cc} \\]/u

/**
 * A path of this site, query and hash included, or null for anything that could lead elsewhere.
 * Control characters and backslashes are refused outright, because browsers drop or turn them.
 */
export const sitePath = (target: string | null | undefined, publicUrl: URL): string | null => {
  if (!target?.startsWith('/') || MISREAD.test(target)) return null
  let url: URL
  try {
    url = new URL(target, publicUrl)
  } catch {
    return null
  }
  const path = url.pathname + url.search + url.hash
  if (url.origin !== publicUrl.origin || path.startsWith('//')) return null
  return path
}

/** Answers a form that did what it was asked to. */
export const seeOther = (path: string) => redirect(path, 303)

/**
 * The address of a menu or a redirect as a visitor may follow it: a path of this site, the address of another one over
 * https (or over what else is asked for), or null.
 */
export const publicAddress = (
  target: string,
  publicUrl: URL,
  externalProtocols: readonly string[] = ['https:'],
): { kind: 'site'; path: string } | { kind: 'external'; url: string } | null => {
  const path = sitePath(target, publicUrl)
  if (path) return { kind: 'site', path }
  if (MISREAD.test(target) || !/^https?:\/\//i.test(target)) return null
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
