import { z } from 'zod'

/**
 * The account that a button of the page is about. Nobody types it, so what is wrong with it is said of the whole
 * form: there is no field to lead to.
 */
export const accountOf = (missing: string) =>
  z.object({ account: z.string().max(64).catch('') }).refine(({ account }) => account !== '', missing)
