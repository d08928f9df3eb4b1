import { z } from 'zod'
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

const sentRegistration = z.object({
  kind: z.literal('registration'),
  /** As typed. */
  email: z.string(),
  /** The path of this site to which the visitor wants to come back. */
  returnTo: z.string().optional(),
})

export type SentRegistration = Omit<z.output<typeof sentRegistration>, 'kind'>

/**
 * The cookie of a browser that has sent a registration in the last 24 hours, until it signs in. In that browser the
 * link in the letter confirms the address at once, forms have the typed address, and the login leads back. It lasts as
 * long as the link.
 */
export const createRegistrationCookie = sealedCookie({
  name: 'registration',
  content: sentRegistration,
  maxAgeS: 24 * 60 * 60,
})

export type RegistrationCookie = ReturnType<typeof createRegistrationCookie>

/** The cookie of a login that waits for its code: the product API's token, for the ten minutes that it is valid. */
export const createSecondStepCookie = sealedCookie({
  name: 'second-step',
  content: z.object({ token: z.string().min(1) }),
  maxAgeS: 10 * 60,
})

export type SecondStepCookie = ReturnType<typeof createSecondStepCookie>

/** A browser drops a cookie over 4 KB, and sealing makes the text about 1.5 times longer. */
const MAX_BYTES = 2_000

/** Whether the browser would keep the cookie with this text. */
export const fitsCookie = (text: string): boolean => Buffer.byteLength(text) <= MAX_BYTES
