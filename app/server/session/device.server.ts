import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import Bowser from 'bowser'
import { portalCookie } from '../../framework/portal-cookie.server'

const YEAR_S = 365 * 24 * 60 * 60
const HALF_BYTES = 8

/** Random ids of browsers, by which the product API recognises a device at login. */
export interface DeviceIds {
  /** The id in a request's cookies; null when it is missing or was not made by the portal. */
  read(cookieHeader: string | null | undefined): string | null
  create(): string
  /** The `Set-Cookie` header that keeps an id for a year. */
  write(id: string): string
}

/** Half of an id is random, half its HMAC: nobody can invent device ids to get around limits. The first secret signs. */
export const createDeviceIds = (secrets: readonly string[], secure: boolean): DeviceIds => {
  const cookie = portalCookie('device', secure)
  const signatureOf = (random: string, secret: string) =>
    createHmac('sha256', secret).update(`device ${random}`).digest('hex').slice(0, random.length)
  const isOurs = (id: string) => {
    const half = id.length / 2
    const signature = Buffer.from(id.slice(half))
    return secrets.some((secret) =>
      timingSafeEqual(signature, Buffer.from(signatureOf(id.slice(0, half), secret))),
    )
  }
  return {
    read(cookieHeader) {
      const value = cookie.read(cookieHeader) ?? ''
      return UUID.test(value) && isOurs(value.replaceAll('-', '')) ? value : null
    },
    create() {
      const random = randomBytes(HALF_BYTES).toString('hex')
      const id = random + signatureOf(random, secrets[0] ?? '')
      return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    write: (id) => cookie.write(id, YEAR_S),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The device in words, «Chrome, Android», or null; ASCII, so that it fits a header. */
export const describeDevice = (userAgent: string | null | undefined): string | null => {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const words = [browser.name, os.name].filter(Boolean).join(', ')
  return words.replace(/[^ -~]/g, '').slice(0, 80) || null
}
