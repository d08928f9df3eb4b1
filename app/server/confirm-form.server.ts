import { z } from 'zod'

/** A form of one button: nothing is typed, what it is about stands in the page's address. */
export const confirmForm = { name: 'confirm', schema: z.object({}) }
