/** First segments of the portal's own addresses: no content page is under them. */
const ownTrees: ReadonlySet<string> = new Set(['assets', 'builds', 'personal'])
/** The same beside the embedded product API, which has addresses of its own. */
const embeddedTrees: ReadonlySet<string> = new Set(['api', 'api-gateway', 'health', 'imports', 'webhooks'])

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
  const path = `/${segments.join('/')}`
  return ownTrees.has(firstOf(path)) ? null : path
}

/** Whether there can be a content page at the pathname. */
export const mayBeContent = (pathname: string, { embeddedApi }: { embeddedApi: boolean }): boolean => {
  const path = contentPath(pathname)
  return path !== null && !(embeddedApi && embeddedTrees.has(firstOf(path)))
}

const firstOf = (path: string) => path.split('/')[1]?.toLowerCase() ?? ''

const isSegment = (segment: string | null) =>
  segment !== null && !['', '.', '..'].includes(segment) && !neverInSegment.test(segment)

const decodedOnce = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
