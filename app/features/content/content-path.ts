/** What the portal answers for itself: no content page can be under these. */
const ownTrees: ReadonlySet<string> = new Set([
  'api',
  'api-gateway',
  'assets',
  'builds',
  'health',
  'personal',
  'webhooks',
])

const LONGEST = 2048

// Control characters, line separators, half pairs; and what a second decoding would turn into something else.
const neverInSegment = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}/\\]|%[0-9a-f]{2}/iu

/**
 * The address of a content page as the product API is asked for it: the page's pathname, decoded once.
 * Null where no content page can be: the portal's own trees, and addresses that could mean another path to somebody.
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
