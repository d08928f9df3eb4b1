import type { Queries } from 'api/db/database'
import { type RegisterDays, rowsOf, spanOf } from '../register-days'
import { findPaid, findRefunded, type RegisterRow } from './register.repository'

/** A payment, or a refund with an amount below zero. */
export interface RegisterEntry extends RegisterRow {
  kind: 'payment' | 'refund'
}

/** The payments that succeeded on these days. */
export async function* paidOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of rowsOf((after) => findPaid(db, span, after))) yield { ...row, kind: 'payment' }
}

/** The refunds that were made on these days, of payments of whatever day. */
export async function* refundedOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of rowsOf((after) => findRefunded(db, span, after)))
    yield { ...row, amount: -row.amount, kind: 'refund' }
}
