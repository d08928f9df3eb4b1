import { isDeepStrictEqual } from 'node:util'
import { isOver, readSetCookies, type UpstreamCookie } from '../../api-client/set-cookies.server'

/** A browser drops a cookie over 4 KB, and sealing makes these about 1.5 times longer. */
const MAX_BYTES = 2_560
/** The limit of the JSON that is sealed: many short cookies take more room there than in a header. */
const MAX_PACKED_BYTES = 2_860

/** Cookies as the session cookie stores them. */
export const packed = (cookies: readonly UpstreamCookie[]): [string, string, number | null][] =>
  cookies.map(({ name, value, expires }) => [name, value, expires])

/** The product API's cookies of one visitor, as a cookie jar; the browser never sees them. */
export class UpstreamCookies {
  #cookies: Map<string, UpstreamCookie>
  #changed = false

  constructor(cookies: readonly UpstreamCookie[] = [], now = Date.now()) {
    const alive = cookies.filter((cookie) => !isOver(cookie, now))
    this.#cookies = new Map(alive.map((cookie) => [cookie.name, cookie]))
    this.#changed = alive.length !== cookies.length
  }

  get isEmpty() {
    return this.#cookies.size === 0
  }

  /** Whether the browser's copy is out of date. */
  get changed() {
    return this.#changed
  }

  get list(): readonly UpstreamCookie[] {
    return [...this.#cookies.values()]
  }

  /** The value of the `Cookie` header, or null when there is nothing to send. */
  get header(): string | null {
    if (this.isEmpty) return null
    return headerOf(this.list)
  }

  /** Applies `Set-Cookie` headers. False: the cookies would be too long for the session cookie, and none was applied. */
  absorb(setCookies: readonly string[], now = Date.now()): boolean {
    if (setCookies.length === 0) return true
    const next = new Map(this.#cookies)
    for (const cookie of readSetCookies(setCookies, now)) {
      if (isOver(cookie, now)) next.delete(cookie.name)
      else next.set(cookie.name, cookie)
    }
    if (!fits([...next.values()])) return false
    // Setting the same values again needs no new cookie.
    if (!isDeepStrictEqual(next, this.#cookies)) this.#changed = true
    this.#cookies = next
    return true
  }

  clear() {
    if (this.isEmpty) return
    this.#cookies = new Map()
    this.#changed = true
  }
}

const headerOf = (cookies: readonly UpstreamCookie[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const fits = (cookies: readonly UpstreamCookie[]) => {
  const bytes = Buffer.byteLength(headerOf(cookies))
  return bytes <= MAX_BYTES && Buffer.byteLength(JSON.stringify(packed(cookies))) <= MAX_PACKED_BYTES
}
