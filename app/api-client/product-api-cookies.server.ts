import { parseSetCookie } from 'set-cookie-parser'

/** A cookie of the product API, as the portal keeps it for a visitor. */
export interface UpstreamCookie {
  name: string
  value: string
  /** Milliseconds since 1970 UTC; null: a session cookie. */
  expires: number | null
}

interface SetCookie extends UpstreamCookie {
  httpOnly: boolean
  secure: boolean
}

/** A browser drops a cookie over 4 KB, and sealing makes these about 1.5 times longer. */
export const mostHeaderBytes = 2_560
/** The most bytes of the JSON that is sealed, in which short cookies take more room than in a header. */
export const mostPackedBytes = 2_860

/** The cookies after `Set-Cookie` headers have set and deleted some. */
export const afterSetCookies = (
  before: ReadonlyMap<string, UpstreamCookie>,
  lines: readonly string[],
  now: number,
): Map<string, UpstreamCookie> => {
  const after = new Map(before)
  for (const cookie of readSetCookies(lines, now)) {
    const { name, value, expires } = cookie
    if (isOver(cookie, now)) after.delete(name)
    else after.set(name, { name, value, expires })
  }
  return after
}

/** The cookies that `Set-Cookie` headers set, without deleted ones. */
export const cookiesSet = (lines: readonly string[], now: number): SetCookie[] => {
  const last = new Map(readSetCookies(lines, now).map((cookie) => [cookie.name, cookie]))
  return [...last.values()].filter((cookie) => !isOver(cookie, now))
}

export const isOver = ({ expires }: UpstreamCookie, now: number) => expires !== null && expires <= now

/** The value of the `Cookie` header; null when there is nothing to send. */
export const cookieHeader = (cookies: readonly UpstreamCookie[]): string | null =>
  cookies.length === 0 ? null : cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Cookies as the portal's session cookie stores them. */
export const packCookies = (cookies: readonly UpstreamCookie[]): [string, string, number | null][] =>
  cookies.map(({ name, value, expires }) => [name, value, expires])

/** The bytes of cookies in a header, and of the JSON that is sealed. */
export const bytesOf = (cookies: readonly UpstreamCookie[]) => ({
  header: Buffer.byteLength(cookieHeader(cookies) ?? ''),
  packed: Buffer.byteLength(JSON.stringify(packCookies(cookies))),
})

/** Parses the headers, in their order. A deleted cookie has expired. */
const readSetCookies = (lines: readonly string[], now: number): SetCookie[] =>
  parseSetCookie(lines.map(withoutInvalidExpires), { decodeValues: false, silent: true })
    .filter(({ name }) => name)
    .map(({ name, value, httpOnly = false, secure = false, ...cookie }) => ({
      name,
      value,
      httpOnly,
      secure,
      expires: expiryOf(cookie, now),
    }))

const expiryOf = ({ maxAge, expires }: { maxAge?: number; expires?: Date }, now: number) =>
  maxAge === undefined ? (expires?.getTime() ?? null) : now + maxAge * 1000

/** Browsers ignore an `Expires` without a time and a month, such as `0` (RFC 6265, 5.1.1). `Date` reads `0` as a year. */
const withoutInvalidExpires = (line: string) =>
  line.replace(/;\s*expires\s*=[^;]*/gi, (attribute) => (isCookieDate(attribute) ? attribute : ''))

const isCookieDate = (text: string) =>
  /\d{1,2}:\d{1,2}:\d{1,2}/.test(text) && /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.test(text)
