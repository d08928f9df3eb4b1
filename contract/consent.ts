import { z } from 'zod'

/**
 * The version of a consent text: its page's `updatedAt`, unchanged. A longer one is not sent: the consent then has no
 * version.
 */
export const consentVersion = z.string().max(200)
