import type { Queries } from 'api/db/database'
import { addDays } from 'format/dates'
import { startOfDay } from 'format/start-of-day'
import { findPaid, findRefunded, type Place, type RegisterRow, type Span } from './register.repository'

/** A payment, or a refund with an amount below zero. */
export interface RegisterEntry extends RegisterRow {
  kind: 'payment' | 'refund'
}

export interface RegisterDays {
  /** The first and the last day, in the company's time zone. */
  from: string
  to: string
  timeZone: string
}

async function* pagesOf(find: (after: Place | undefined) => Promise<RegisterRow[]>) {
  let page = await find(undefined)
  while (page.length > 0) {
    yield* page
    page = await find(page.at(-1))
  }
}

const spanOf = ({ from, to, timeZone }: RegisterDays): Span => ({
  since: startOfDay(from, timeZone).toISOString(),
  until: startOfDay(addDays(to, 1), timeZone).toISOString(),
})

/** The payments that succeeded on these days. */
export async function* paidOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of pagesOf((after) => findPaid(db, span, after))) yield { ...row, kind: 'payment' }
}

/** The refunds that were made on these days, of payments of whatever day. */
export async function* refundedOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of pagesOf((after) => findRefunded(db, span, after)))
    yield { ...row, amount: -row.amount, kind: 'refund' }
}
