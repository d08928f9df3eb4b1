import { z } from 'zod'

/**
 * What the text of a consent calls its version: its page's `updatedAt`, as it came. One that is longer than this is not
 * sent: the consent is then given without a version.
 */
export const consentVersion = z.string().max(200)
