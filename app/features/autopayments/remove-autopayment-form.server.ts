import { z } from 'zod'

/** One button: what it removes stands in the page's address. */
export const removeAutopaymentForm = { name: 'remove-autopayment', schema: z.object({}) }
