import { isDeepStrictEqual } from 'node:util'
import {
  afterSetCookies,
  bytesOf,
  cookieHeader,
  isOver,
  mostHeaderBytes,
  mostPackedBytes,
  type UpstreamCookie,
} from '../../api-client/product-api-cookies.server'

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
    return cookieHeader(this.list)
  }

  /** Applies `Set-Cookie` headers. False: the cookies would be too long for the session cookie, and none was applied. */
  absorb(setCookies: readonly string[], now = Date.now()): boolean {
    if (setCookies.length === 0) return true
    const next = afterSetCookies(this.#cookies, setCookies, now)
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

const fits = (cookies: readonly UpstreamCookie[]) => {
  const { header, packed } = bytesOf(cookies)
  return header <= mostHeaderBytes && packed <= mostPackedBytes
}
