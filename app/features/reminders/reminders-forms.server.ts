import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

// The form says whether the letters are to be on, so that a second press changes nothing.
const schema = z.object({ on: z.enum(['yes', 'no'], 'Обновите страницу и нажмите кнопку ещё раз.') })

/** The button that turns the letter about readings on or off. */
export const letterForm = defineForm({ name: 'reminder-letter', schema })

/** The button that turns the letters about invoices on or off. */
export const invoiceLettersForm = defineForm({ name: 'invoice-letters', schema })

/** The button that makes the calendar's address; an earlier one ends. */
export const newLinkForm = defineForm({ name: 'new-calendar-link', schema: z.object({}) })

/** The button that ends the calendar's address. */
export const endLinkForm = defineForm({ name: 'end-calendar-link', schema: z.object({}) })
