import { longestIdentifier } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button that pauses or resumes an autopayment of the list. */
export const setStatusForm = defineForm({
  name: 'set-status',
  schema: z
    .object({
      id: z.string().max(longestIdentifier).catch(''),
      status: z.enum(['active', 'paused']).catch('paused'),
    })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
})
