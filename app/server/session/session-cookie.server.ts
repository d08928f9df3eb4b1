import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { packCookies, type UpstreamCookie } from '../../api-client/product-api-cookies.server'
import { portalCookie } from '../../framework/portal-cookie.server'
import { createSealing } from './sealing.server'
import { UpstreamCookies } from './upstream-cookies.server'

const sealedContent = z.array(z.tuple([z.string(), z.string(), z.number().nullable()]))

const MAX_AGE_S = 90 * 24 * 60 * 60

/** The cache of unsealed cookies: a visitor sends the same cookie again, and deriving its key is expensive. */
const MAX_UNSEALED = 2_000

/** The session cookie: the product API's cookies of a visitor, encrypted and authenticated. */
export const createSessionCookie = (secrets: readonly string[], secure: boolean) => {
  const { seal, unseal } = createSealing(secrets)
  const cookie = portalCookie('session', secure)
  const unsealedCookies = new LRUCache<string, readonly UpstreamCookie[]>({ max: MAX_UNSEALED })

  const open = async (value: string): Promise<readonly UpstreamCookie[]> => {
    const cachedCookies = unsealedCookies.get(value)
    if (cachedCookies) return cachedCookies
    const content = sealedContent.parse(await unseal(value))
    const cookies = content.map(([name, value, expires]) => ({ name, value, expires }))
    unsealedCookies.set(value, cookies)
    return cookies
  }

  return {
    name: cookie.name,

    /** The session is empty when the cookie is missing, forged, or sealed with a secret that is no longer listed. */
    async read(cookieHeader: string | null | undefined): Promise<UpstreamCookies> {
      const value = cookie.read(cookieHeader)
      if (!value) return new UpstreamCookies()
      try {
        return new UpstreamCookies(await open(value))
      } catch {
        return new UpstreamCookies()
      }
    },

    /** The `Set-Cookie` header that brings the browser's copy up to date. */
    async write(cookies: UpstreamCookies): Promise<string> {
      return cookies.isEmpty ? cookie.clear() : cookie.write(await seal(packCookies(cookies.list)), MAX_AGE_S)
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
