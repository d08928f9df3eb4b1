import { longestReturnedId } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button that pauses or resumes an autopayment of the list. */
export const setStatusForm = defineForm({
  name: 'set-status',
  schema: z
    .object({
      id: z.string().max(longestReturnedId).catch(''),
      status: z.enum(['active', 'paused']).catch('paused'),
    })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
})

/** The button that unlinks a saved card, or an account bound through SBP. */
export const unlinkCardForm = defineForm({
  name: 'unlink-card',
  schema: z
    .object({
      paymentMethod: z.string().max(longestReturnedId).catch(''),
      /** Only for the words of the answer. */
      kind: z.enum(['card', 'sbp']).catch('card'),
      /** Sent only by the button that answers the question. */
      confirmed: z
        .string()
        .optional()
        .transform((sent) => sent !== undefined),
    })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
})

/** A button without fields: the id is in the page's address. */
export const removeAutopaymentForm = defineForm({ name: 'remove-autopayment', schema: z.object({}) })
