import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** A button without fields: the id is in the page's address. */
export const removeAutopaymentForm = defineForm({ name: 'remove-autopayment', schema: z.object({}) })
