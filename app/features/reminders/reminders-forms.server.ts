import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The button that turns the letter on or off; what it is to be stands in the form, so that a second press is the same. */
export const letterForm = defineForm({
  name: 'reminder-letter',
  schema: z.object({ on: z.enum(['yes', 'no'], 'Обновите страницу и нажмите кнопку ещё раз.') }),
})

/** The button that makes the calendar's address; an earlier one ends. */
export const newLinkForm = defineForm({ name: 'new-calendar-link', schema: z.object({}) })

/** The button that ends the calendar's address. */
export const endLinkForm = defineForm({ name: 'end-calendar-link', schema: z.object({}) })
