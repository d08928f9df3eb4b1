import type { z } from 'zod'
import { portalCookie } from '../../framework/portal-cookie.server'
import { createSealing } from './sealing.server'

interface SealedCookieOptions<Content> {
  /** Without the prefix that it has over https. */
  name: string
  content: z.ZodType<Content>
  maxAgeS: number
}

/** A cookie whose content is encrypted, authenticated, and valid for some seconds, whatever the browser does. */
export const sealedCookie =
  <Content>({ name, content, maxAgeS }: SealedCookieOptions<Content>) =>
  (secrets: readonly string[], secure: boolean) => {
    const { seal, unseal } = createSealing(secrets, { ttlMs: maxAgeS * 1_000 })
    const cookie = portalCookie(name, secure)
    return {
      name: cookie.name,

      /** Null when the cookie is missing, forged or too old. */
      async read(cookieHeader: string | null | undefined): Promise<Content | null> {
        const value = cookie.read(cookieHeader)
        if (!value) return null
        try {
          return content.parse(await unseal(value))
        } catch {
          return null
        }
      },

      write: async (value: Content): Promise<string> => cookie.write(await seal(value), maxAgeS),

      clear: cookie.clear,
    }
  }
