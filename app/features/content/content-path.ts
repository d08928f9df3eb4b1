/** First segments of the portal's own addresses: no content page is under them. */
const ownTrees: ReadonlySet<string> = new Set([
  'api',
  'api-gateway',
  'assets',
  'builds',
  'health',
  'imports',
  'personal',
  'webhooks',
])

const LONGEST = 2048

// Control characters, line separators, lone surrogates, and what a second decoding would turn into another path.
const neverInSegment = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}/\\]|%[0-9a-f]{2}/iu

/**
 * The path of a content page for the product API: the pathname, decoded once. Null where there can be no content page:
 * the portal's own addresses, and paths that another parser could read differently.
 */
export const contentPath = (pathname: string): string | null => {
  if (pathname === '/') return '/'
  if (!pathname.startsWith('/') || pathname.length > LONGEST) return null
  const segments = pathname.slice(1).split('/').map(decodedOnce)
  if (!segments.every(isSegment)) return null
  if (ownTrees.has(segments[0]?.toLowerCase() ?? '')) return null
  return `/${segments.join('/')}`
}

const isSegment = (segment: string | null) =>
  segment !== null && !['', '.', '..'].includes(segment) && !neverInSegment.test(segment)

const decodedOnce = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
