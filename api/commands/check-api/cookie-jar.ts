import { parseSetCookie } from 'set-cookie-parser'
import { type Deviation, deviation } from './deviation'
import type { Answer } from './upstream'

/** The portal keeps them in a cookie of its own, and a browser drops one over 4 KB. */
const mostBytes = 2_560

/** The upstream's cookies of one customer. */
export const openCookieJar = () => {
  const kept = new Map<string, string>()
  return {
    keep(answer: Answer, now = Date.now()) {
      for (const { name, value, maxAge, expires } of cookiesOf(answer)) {
        const isOver = maxAge === undefined ? expires !== undefined && expires.getTime() <= now : maxAge <= 0
        if (isOver) kept.delete(name)
        else kept.set(name, value)
      }
    },
    /** The value of the header; null when there is nothing to send. */
    header: () => (kept.size === 0 ? null : [...kept].map(([name, value]) => `${name}=${value}`).join('; ')),
    bytes: () => [...kept].reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value) + 3, 0),
  }
}

export type CookieJar = ReturnType<typeof openCookieJar>

const cookiesOf = ({ headers }: Answer) =>
  parseSetCookie(headers.getSetCookie(), { decodeValues: false, silent: true })

/** Where the cookies that a login has set differ from the contract. */
export const cookieDeviations = (answer: Answer, jar: CookieJar, isHttps: boolean): Deviation[] => {
  const cookies = cookiesOf(answer)
  if (cookies.length === 0) return [deviation('set-cookie', 'the cookie of a session', 'nothing')]
  return [
    ...(cookies.every(({ httpOnly }) => httpOnly)
      ? []
      : [deviation('set-cookie', 'HttpOnly', 'a cookie without it')]),
    ...(!isHttps || cookies.every(({ secure }) => secure)
      ? []
      : [deviation('set-cookie', 'Secure', 'a cookie without it')]),
    ...(jar.bytes() <= mostBytes
      ? []
      : [deviation('set-cookie', `${mostBytes} bytes or fewer`, `${jar.bytes()} bytes`)]),
  ]
}
