import { z } from 'zod'

/** The button of a card of the list: pauses or resumes its autopayment. */
export const setStatusForm = {
  name: 'set-status',
  schema: z
    .object({ id: z.string().max(200).catch(''), status: z.enum(['active', 'paused']).catch('paused') })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
}
