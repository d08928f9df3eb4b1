import { notFound, type Refusal } from 'api/http/refusal'
import { CalendarUnknown } from './calendar.errors'

/** How an error of this domain is answered; null for any other error. */
export const calendarRefusal = (error: unknown): Refusal | null =>
  error instanceof CalendarUnknown ? notFound() : null
