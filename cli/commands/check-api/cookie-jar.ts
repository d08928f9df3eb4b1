import {
  afterSetCookies,
  bytesOf,
  cookieHeader,
  cookiesSet,
  isOver,
  mostHeaderBytes,
  mostPackedBytes,
  type UpstreamCookie,
} from '~/api-client/product-api-cookies.server'
import { type Deviation, deviation } from './deviation'
import type { Answer } from './upstream'

/** Keeps the cookies of one customer as the portal does. */
export const openCookieJar = () => {
  let cookies: ReadonlyMap<string, UpstreamCookie> = new Map()
  return {
    keep(answer: Answer, now = Date.now()) {
      cookies = afterSetCookies(cookies, answer.headers.getSetCookie(), now)
    },
    /** The value of the header; null when there is nothing to send. */
    header: (now = Date.now()) =>
      cookieHeader([...cookies.values()].filter((cookie) => !isOver(cookie, now))),
    bytes: () => bytesOf([...cookies.values()]),
  }
}

export type CookieJar = ReturnType<typeof openCookieJar>

/** The deviations of the cookies that a login has set. */
export const cookieDeviations = (answer: Answer, jar: CookieJar, isHttps: boolean): Deviation[] => {
  const cookies = cookiesSet(answer.headers.getSetCookie(), Date.now())
  if (cookies.length === 0) return [deviation('set-cookie', 'the cookie of a session', 'nothing')]
  const { header, packed } = jar.bytes()
  return [
    ...(cookies.every(({ httpOnly }) => httpOnly)
      ? []
      : [deviation('set-cookie', 'HttpOnly', 'a cookie without it')]),
    ...(!isHttps || cookies.every(({ secure }) => secure)
      ? []
      : [deviation('set-cookie', 'Secure', 'a cookie without it')]),
    ...(header <= mostHeaderBytes
      ? []
      : [deviation('set-cookie', `${mostHeaderBytes} bytes or fewer`, `${header} bytes`)]),
    ...(packed <= mostPackedBytes
      ? []
      : [deviation('set-cookie', `${mostPackedBytes} bytes or fewer as JSON`, `${packed} bytes`)]),
  ]
}
