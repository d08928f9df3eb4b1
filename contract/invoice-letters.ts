import { z } from 'zod'

/** Whether letters tell the customer of new invoices, and of unpaid ones before their due day. */
export const invoiceLetters = z.object({ on: z.boolean() })
export const invoiceLettersAnswer = z.object({ data: invoiceLetters })
