import type { Queries } from 'api/db/database'
import { toKopecks } from 'contract/money'
import { csvAmount } from 'format/csv'
import { tableMoment } from 'format/dates'
import { type Cells, readColumns } from '../csv-columns'
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

const cells: Cells<RegisterEntry> = {
  day: ({ madeAt }, timeZone) => tableMoment(madeAt, timeZone).day,
  time: ({ madeAt }, timeZone) => tableMoment(madeAt, timeZone).time,
  recorded: ({ at }, timeZone) => tableMoment(at, timeZone).day,
  kind: ({ kind }) => kind,
  account: ({ account }) => account,
  amount: ({ amount }) => csvAmount(amount),
  payment: ({ paymentId }) => paymentId,
  /** Of a refund its own, of a payment as `payment`. */
  id: ({ id }) => id,
  address: ({ address }) => address,
  method: ({ methodKind, methodTitle }) => methodTitle ?? methodKind ?? '',
  source: ({ source }) => source,
  gateway: ({ gateway }) => gateway ?? '',
  gateway_id: ({ gatewayId }) => gatewayId ?? '',
  payee: ({ payeeName }) => payeeName,
  payee_inn: ({ inn }) => inn,
  payee_account: ({ settlementAccount }) => settlementAccount,
}

export const registerColumns = Object.keys(cells)
const usualColumns = 'day,time,kind,account,amount,payment,method,gateway_id,payee_inn'

/** Reads `day=Дата,account,…`, or the usual ones; null for the name of no column. */
export const readRegisterColumns = (text = usualColumns) => readColumns(cells, text)
