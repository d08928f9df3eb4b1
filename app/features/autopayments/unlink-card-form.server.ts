import { z } from 'zod'

/** The button of a saved card: unlinks it at once. */
export const unlinkCardForm = {
  name: 'unlink-card',
  schema: z
    .object({ paymentMethod: z.string().max(200).catch('') })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
}
