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

/** The button that unlinks a saved card, or an account bound through SBP. */
export const unlinkCardForm = defineForm({
  name: 'unlink-card',
  schema: z
    .object({
      paymentMethod: z.string().max(LONGEST_RETURNED_ID).catch(''),
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
