import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button of a saved card: unlinks it at once. */
export const unlinkCardForm = defineForm({
  name: 'unlink-card',
  schema: z
    .object({ paymentMethod: z.string().max(200).catch('') })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
})
