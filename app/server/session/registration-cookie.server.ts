import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

const content = z.object({
  kind: z.literal('registration'),
  /** As typed. */
  email: z.string(),
  /** The path of this site to which the visitor wants to come back. */
  returnTo: z.string().optional(),
})

export type SentRegistration = Omit<z.infer<typeof content>, 'kind'>

/**
 * The cookie of a browser that has sent a registration in the last 24 hours, until it signs in: there the link in the letter
 * confirms the address without a press, forms have the typed address, and the login leads back. It lasts as long as the link.
 */
export const createRegistrationCookie = sealedCookie({ name: 'registration', content, maxAgeS: 24 * 60 * 60 })

export type RegistrationCookie = ReturnType<typeof createRegistrationCookie>
