/**
 * In characters, path and query together. Every form of a page repeats the page's address. Links with tracking parameters
 * stay well below.
 */
export const LONGEST_ADDRESS = 4_096

/**
 * The path of the page that a request is about: the data request `/login.data` of a client-side navigation is about
 * `/login`, and `/_root.data` about the main page.
 */
export const pagePath = (path: string) => (path === '/_root.data' ? '/' : path.replace(/\.data$/, ''))

/** The path and query of the page that a request is about; the query as it came. */
export const pageAddress = ({ url }: Request, { query }: { query: string }): string => {
  const { pathname } = new URL(url)
  return query ? `${pathname}?${query}` : pathname
}

/** A path of this site as its page is addressed: without empty segments and a slash at its end. Query and hash stay. */
export const straightPath = (path: string): string => {
  const end = path.search(/[?#]|$/)
  const straight = path
    .slice(0, end)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return (straight || '/') + path.slice(end)
}

/**
 * Whether the router can read a path. If percent-decoding fails, the router prints the path to the console as typed. If
 * the decoded path is no address, such as `/%5c[`, the router crashes.
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
