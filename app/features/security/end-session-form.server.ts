import { z } from 'zod'
import { LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button of one session: ends it at once. */
export const endSessionForm = defineForm({
  name: 'end-session',
  schema: z
    .object({ id: z.string().max(LONGEST_RETURNED_ID).catch('') })
    .refine(({ id }) => id !== '', 'Выберите сеанс, который нужно завершить.'),
})

/** The button that ends all sessions but this one. */
export const endOtherSessionsForm = defineForm({ name: 'end-other-sessions', schema: z.object({}) })
