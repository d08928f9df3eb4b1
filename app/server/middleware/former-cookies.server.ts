import { parseCookie } from 'cookie'
import type { RequestHandler } from 'express'
import { portalCookie } from '../../framework/portal-cookie.server'

const YEAR_S = 365 * 24 * 60 * 60

/** Cookies that had no prefix over https. A browser that lost them would get a letter about a new device, and be asked again. */
const names = ['device', 'cookieChoice', 'accessibleVersion']

/** No browser has them any longer: they lasted a year. Until then another subdomain could plant one in a new browser. */
const GONE_AT = Date.parse('2027-12-01')

/** Over https: reads a cookie by the name that it had without the prefix, once, and renames it in the browser. */
export const formerCookies: RequestHandler = (req, res, next) => {
  const cookies = parseCookie(req.headers.cookie ?? '')
  for (const name of Date.now() < GONE_AT ? names : []) {
    const value = cookies[name]
    const cookie = portalCookie(name, true)
    if (value === undefined || cookies[cookie.name] !== undefined) continue
    const renamed = cookie.write(value, YEAR_S)
    req.headers.cookie = `${req.headers.cookie}; ${renamed.split(';', 1)[0]}`
    res.append('Set-Cookie', renamed)
    res.append('Set-Cookie', portalCookie(name, false).clear())
  }
  next()
}
