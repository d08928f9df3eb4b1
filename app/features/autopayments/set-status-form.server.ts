import { z } from 'zod'
import { LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button that pauses or resumes an autopayment of the list. */
export const setStatusForm = defineForm({
  name: 'set-status',
  schema: z
    .object({
      id: z.string().max(LONGEST_RETURNED_ID).catch(''),
      status: z.enum(['active', 'paused']).catch('paused'),
    })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
})
