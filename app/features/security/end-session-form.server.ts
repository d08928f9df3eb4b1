import { longestReturnedId } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button of one session: ends it at once. */
export const endSessionForm = defineForm({
  name: 'end-session',
  schema: z
    .object({ id: z.string().max(longestReturnedId).catch('') })
    .refine(({ id }) => id !== '', 'Выберите сеанс, который нужно завершить.'),
})

/** The button that ends all sessions but this one. */
export const endOtherSessionsForm = defineForm({ name: 'end-other-sessions', schema: z.object({}) })
