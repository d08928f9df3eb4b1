import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { createSealing } from './sealing.server'

const content = z.object({ token: z.string().min(1) })

/** As long as the product API's token is valid. */
const MAX_AGE_S = 10 * 60

/** A browser drops a cookie over 4 KB, and sealing makes the text about 1.5 times longer. */
const MAX_TOKEN_BYTES = 2_000

/** The cookie of a login that waits for its code: the product API's token, encrypted and authenticated, for ten minutes. */
export const createSecondStepCookie = (secrets: readonly string[], secure: boolean) => {
  const { seal, unseal } = createSealing(secrets, { ttlMs: MAX_AGE_S * 1_000 })
  const name = secure ? '__Host-second-step' : 'second-step'
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    name,

    /** The token; null when the cookie is missing, forged or too old. */
    async read(cookieHeader: string | null | undefined): Promise<string | null> {
      const value = cookieHeader ? parseCookie(cookieHeader)[name] : undefined
      if (!value) return null
      try {
        return content.parse(await unseal(value)).token
      } catch {
        return null
      }
    },

    async write(token: string): Promise<string> {
      return stringifySetCookie({ name, value: await seal({ token }), ...attributes, maxAge: MAX_AGE_S })
    },

    clear: (): string => stringifySetCookie({ name, value: '', ...attributes, maxAge: 0 }),
  }
}

export type SecondStepCookie = ReturnType<typeof createSecondStepCookie>

/** Whether the browser would keep the cookie with this token. */
export const fitsCookie = (token: string): boolean => Buffer.byteLength(token) <= MAX_TOKEN_BYTES
