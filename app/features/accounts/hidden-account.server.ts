import { longestAccountNumber } from 'contract/limits'
import { z } from 'zod'

/**
 * The account in a button's hidden field. The customer does not type it, so its error is one of the whole form: there
 * is no field to link to.
 */
export const hiddenAccount = (missing: string) =>
  z
    .object({ account: z.string().max(longestAccountNumber).catch('') })
    .refine(({ account }) => account !== '', missing)
