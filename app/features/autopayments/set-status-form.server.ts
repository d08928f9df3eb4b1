import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button of a card of the list: pauses or resumes its autopayment. */
export const setStatusForm = defineForm({
  name: 'set-status',
  schema: z
    .object({ id: z.string().max(200).catch(''), status: z.enum(['active', 'paused']).catch('paused') })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
})
