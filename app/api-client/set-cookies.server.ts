import { parseSetCookie } from 'set-cookie-parser'

export interface UpstreamCookie {
  name: string
  value: string
  /** Milliseconds since 1970 UTC; null: a session cookie. */
  expires: number | null
}

/** What `Set-Cookie` headers set and delete; a deleted cookie is one that is over. */
export const readSetCookies = (lines: readonly string[], now: number): UpstreamCookie[] =>
  parseSetCookie(lines.map(withoutOddDates), { decodeValues: false, silent: true })
    .filter(({ name }) => name)
    .map((cookie) => ({ name: cookie.name, value: cookie.value, expires: expiry(cookie, now) }))

export const isOver = ({ expires }: UpstreamCookie, now: number) => expires !== null && expires <= now

const expiry = ({ maxAge, expires }: { maxAge?: number; expires?: Date }, now: number) =>
  maxAge === undefined ? (expires?.getTime() ?? null) : now + maxAge * 1000

/** A browser ignores `Expires=0`, as anything without a time and a month (RFC 6265, 5.1.1); `Date` finds a year in it. */
const withoutOddDates = (line: string) =>
  line.replace(/;\s*expires\s*=[^;]*/gi, (attribute) => (isCookieDate(attribute) ? attribute : ''))

const isCookieDate = (text: string) =>
  /\d{1,2}:\d{1,2}:\d{1,2}/.test(text) && /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.test(text)
