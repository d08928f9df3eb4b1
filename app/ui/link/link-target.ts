export type LinkTarget = { kind: 'page'; path: string } | { kind: 'external'; url: string }

const SITE = 'https://site.invalid'

/**
 * Where an address from outside (a menu, base data) may lead: a path of this site or an https address. Undefined for
 * any other scheme, and for anything that only looks like a path (`//host`, `/\host`, `/<tab>/host`, `/.//host`).
 */
export function linkTarget(address: string): LinkTarget | undefined {
  const url = parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  if (url.origin === SITE) {
    const path = url.pathname + url.search + url.hash
    return /^\/(?!\/)/.test(address) && !path.startsWith('//') ? { kind: 'page', path } : undefined
  }
  return /^https:\/\//i.test(address) ? { kind: 'external', url: url.href } : undefined
}

function parse(address: string): URL | undefined {
  try {
    const url = new URL(address, SITE)
    // The router throws on a hash that cannot be decoded.
    decodeURIComponent(url.hash)
    return url
  } catch {
    return undefined
  }
}
