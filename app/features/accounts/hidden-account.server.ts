import { z } from 'zod'
import { LONGEST_RETURNED_ID } from '~/server/forms/longest-returned-id.server'

/**
 * The account in a button's hidden field. The customer does not type it, so its error is one of the whole form: there
 * is no field to link to.
 */
export const hiddenAccount = (missing: string) =>
  z
    .object({ account: z.string().max(LONGEST_RETURNED_ID).catch('') })
    .refine(({ account }) => account !== '', missing)
