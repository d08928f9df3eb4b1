export type LinkTarget = { kind: 'page'; path: string } | { kind: 'external'; url: string }

const SITE = 'https://site.invalid'

/**
 * Parses an address from outside (a menu, base data): a path of this site or an https address. Undefined for any other
 * scheme, and for anything that only looks like a path (`//host`, `/\host`, `/<tab>/host`, `/.//host`).
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

/**
 * Whether a path of this site names a file, such as `/robots.txt`: its last segment has an extension. No page is drawn
 * there by scripts, so the browser has to open it.
 */
export const isFile = (path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname.slice(pathname.lastIndexOf('/')).includes('.')
}

/**
 * Whether a link leads to the page at `pathname`, or with `andUnder` to a parent of it. Remix's NavLink does the same
 * but adds half a kilobyte to every page's scripts.
 */
export const isCurrent = (to: string, pathname: string, { andUnder = false } = {}): boolean => {
  const [path = ''] = to.split(/[?#]/)
  return path === pathname || (andUnder && pathname.startsWith(`${path}/`))
}

/** The `mailto:` address. */
export const mailHref = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/** The `tel:` address of a phone number, without any text after the number. `null` if there is no number. */
export const telHref = (text: string): string | null => {
  const [number = ''] = /^[\d\s()+.\u2010-\u2015\u2212-]*/.exec(text) ?? []
  const digits = number.replace(/[^+\d]/g, '')
  return /^\+?\d{2,20}$/.test(digits) ? `tel:${digits}` : null
}
