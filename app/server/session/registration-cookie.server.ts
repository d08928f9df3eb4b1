import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/**
 * The cookie of a browser that has sent a registration in the last 24 hours, until it signs in: there the link in the letter
 * confirms the address without a press, and forms have the typed address. It lasts as long as the link.
 */
export const createRegistrationCookie = sealedCookie({
  name: 'registration',
  content: z.object({
    kind: z.literal('registration'),
    /** As typed. */
    email: z.string(),
  }),
  maxAgeS: 24 * 60 * 60,
})

export type RegistrationCookie = ReturnType<typeof createRegistrationCookie>
