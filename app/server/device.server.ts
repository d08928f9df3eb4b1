import { randomUUID } from 'node:crypto'
import Bowser from 'bowser'
import { parseCookie, stringifySetCookie } from 'cookie'

const NAME = 'device'
const YEAR_S = 365 * 24 * 60 * 60

/** The portal's random id of this browser, by which the product API knows a device again at login. */
export const readDeviceId = (cookieHeader: string | null | undefined): string | null => {
  const value = cookieHeader ? parseCookie(cookieHeader)[NAME] : undefined
  return value && /^[\w-]{16,64}$/.test(value) ? value : null
}

export const newDeviceId = () => randomUUID()

export const deviceCookie = (id: string, secure: boolean) =>
  stringifySetCookie({
    name: NAME,
    value: id,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: YEAR_S,
  })

/** The device in words a person knows again, «Chrome, Android», or null; fit for a header. */
export const describeDevice = (userAgent: string | null | undefined): string | null => {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const words = [browser.name, os.name].filter(Boolean).join(', ')
  return words.replace(/[^ -~]/g, '').slice(0, 80) || null
}
