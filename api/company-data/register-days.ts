import { addDays } from 'format/dates'
import { MINUTE } from 'format/durations'
import { startOfDay } from 'format/local-hour'

export interface RegisterDays {
  /** The first and the last day, in the company's time zone. */
  from: string
  to: string
  timeZone: string
}

/** Moments: at `since` or later, and before `until`. */
export interface Span {
  since: string
  until: string
}

/** The place of a row in the order of a register. */
export interface Place {
  at: string
  id: string
}

export const spanOf = ({ from, to, timeZone }: RegisterDays): Span => ({
  since: startOfDay(from, timeZone).toISOString(),
  until: startOfDay(addDays(to, 1), timeZone).toISOString(),
})

/** A success may wait so long for its transaction, and is then recorded as of a moment before it. */
const mostLateMs = 10 * MINUTE

/** When nothing can come into the registers of these days any more. */
export const completeAt = (days: RegisterDays): Date => new Date(Date.parse(spanOf(days).until) + mostLateMs)

/** All rows, read page by page. */
export async function* rowsOf<Row extends Place>(
  find: (after: Place | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let page = await find(undefined)
  while (page.length > 0) {
    yield* page
    page = await find(page.at(-1))
  }
}
