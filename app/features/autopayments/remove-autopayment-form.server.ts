import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** One button: what it removes stands in the page's address. */
export const removeAutopaymentForm = defineForm({ name: 'remove-autopayment', schema: z.object({}) })
