/**
 * Whether the router can read a path: it prints one that cannot be percent-decoded to the console, as typed, and crashes
 * on one that is no address when it is decoded, such as `/%5c[`.
 */
export const isReadablePath = (pathname: string): boolean => {
  const segments = pathname.split('/').map(percentDecoded)
  // As the router decodes it: a slash within a segment stays encoded.
  const decoded = segments.map((segment) => segment?.replaceAll('/', '%2F')).join('/')
  return !segments.includes(null) && URL.canParse(decoded, 'http://portal')
}

/** A hash, or an empty text for one that cannot be percent-decoded: the router crashes on it in the browser. */
export const readableHash = (hash: string): string => (percentDecoded(hash) === null ? '' : hash)

const percentDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
