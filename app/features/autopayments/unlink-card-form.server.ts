import { longestIdentifier } from 'contract/limits'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button that unlinks a saved card. */
export const unlinkCardForm = defineForm({
  name: 'unlink-card',
  schema: z
    .object({ paymentMethod: z.string().max(longestIdentifier).catch('') })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
})
