import { parse, serialize } from 'hono/utils/cookie'
import type { ApiRequest } from './exchange'

const name = 'session'
const maxAgeSeconds = 90 * 24 * 60 * 60

/** The session cookie of the request, and the one that the answer sets. */
export interface CookieJar {
  session: string | null
  setSession(token: string): void
  dropSession(): void
  /** The answer's `Set-Cookie`, if any. */
  setCookie(): string | undefined
}

/** `secure`: browsers would send the cookie only over https; a portal sends it in any case. */
export const openCookieJar = (request: ApiRequest, { secure }: { secure: boolean }): CookieJar => {
  const session = parse(request.headers.get('cookie') ?? '', name)[name] || null
  let outgoing: string | undefined
  const write = (value: string, maxAge: number) => {
    outgoing = serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
  }
  return {
    session,
    setSession: (token) => write(token, maxAgeSeconds),
    dropSession: () => write('', 0),
    setCookie: () => outgoing,
  }
}
