export type LinkTarget = { kind: 'page'; path: string } | { kind: 'external'; url: string }

const SITE = 'https://site.invalid'

/**
 * Where an address that came from elsewhere (a menu, base data) may lead: a path of this site or an https address.
 * Any other scheme, and anything that only looks like a path (`//host`, `/\host`, `/<tab>/host`, `/.//host`), is undefined.
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
    // The router throws on the name of a part that cannot be decoded.
    decodeURIComponent(url.hash)
    return url
  } catch {
    return undefined
  }
}
