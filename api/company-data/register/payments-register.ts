import type { Queries } from 'api/db/database'
import { toKopecks } from 'contract/money'
import { type RegisterDays, rowsOf, spanOf } from '../register-days'
import { findPaid, findRefunded, type RegisterRow } from './register.repository'

/**
 * A payment, or a refund with an amount below zero. `madeAt` is when the money moved; `at`, which decides about the day of
 * the register, when it became known here: so each is in the register of one day, also when that was printed before.
 */
export interface RegisterEntry extends RegisterRow {
  kind: 'payment' | 'refund'
}

/** The payments whose success became known on these days. */
export async function* paidOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of rowsOf((after) => findPaid(db, span, after))) yield { ...row, kind: 'payment' }
}

/** The refunds that became known on these days, of payments of whatever day. */
export async function* refundedOn(db: Queries, days: RegisterDays): AsyncGenerator<RegisterEntry> {
  const span = spanOf(days)
  for await (const row of rowsOf((after) => findRefunded(db, span, after)))
    yield { ...row, amount: toKopecks(-row.amount), kind: 'refund' }
}
