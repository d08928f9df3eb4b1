import { z } from 'zod'
import { extension } from './features'
import { day, moment, period } from './time'

/** Whether a letter reminds the customer of readings before their window ends. */
export const readingReminder = z.object({ on: z.boolean() })
export const readingReminderAnswer = z.object({ data: readingReminder })

/** The secret address of the customer's calendar; null: there is none. */
export const calendarLinkAnswer = z.object({ data: z.object({ createdAt: moment.nullable() }) })

/** Characters of the secret, letters, digits, '-' and '_'. */
const calendarToken = z.string().regex(/^[\w-]{16,128}$/)
/** Only this answer has the secret. */
export const newCalendarLinkAnswer = z.object({ data: z.object({ token: calendarToken }) })

/** A day or days of the calendar. `id` stays the same for as long as it is the same event. */
export const calendarEvent = z.discriminatedUnion('kind', [
  /** Readings are taken, both days included. */
  z.object({ kind: z.literal('window'), id: z.string().min(1), from: day, to: day }),
  /** The last day to pay what is left of an invoice. */
  z.object({
    kind: z.literal('due'),
    id: z.string().min(1),
    /** Enough of the number and the address to distinguish the customer's accounts: '•• 8513'. */
    account: z.string().min(1),
    /** The customer's own name for the account; left out where there is none. */
    title: extension(z.string()),
    address: z.string().nullish(),
    period,
    dueAt: day,
  }),
])
export type CalendarEvent = z.output<typeof calendarEvent>

export const calendarAnswer = z.object({ data: z.array(calendarEvent) })
