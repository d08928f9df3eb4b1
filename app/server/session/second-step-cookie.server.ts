import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** A browser drops a cookie over 4 KB, and sealing makes the text about 1.5 times longer. */
const MAX_TOKEN_BYTES = 2_000

/** The cookie of a login that waits for its code: the product API's token, for the ten minutes that it is valid. */
export const createSecondStepCookie = sealedCookie({
  name: 'second-step',
  content: z.object({ token: z.string().min(1) }),
  maxAgeS: 10 * 60,
})

export type SecondStepCookie = ReturnType<typeof createSecondStepCookie>

/** Whether the browser would keep the cookie with this token. */
export const fitsCookie = (token: string): boolean => Buffer.byteLength(token) <= MAX_TOKEN_BYTES
