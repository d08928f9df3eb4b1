import type { Database, Queries } from 'api/db/database'
import iconv from 'iconv-lite'
import { asCsv, type Column } from '../csv-columns'
import type { RegisterDays } from '../register-days'
import { clientBankExchange } from './client-bank-exchange'
import { numberPayments } from './payment-numbers.repository'
import { paidOn, type RegisterEntry, refundedOn } from './payments-register'

/** The register as CSV: the payments of the days, then their refunds with amounts below zero. */
export const registerAsCsv = async (
  db: Queries,
  days: RegisterDays,
  { columns, encoding }: { columns: readonly Column<RegisterEntry>[]; encoding: string },
): Promise<Uint8Array> => {
  const all = async function* () {
    yield* paidOn(db, days)
    yield* refundedOn(db, days)
  }
  return (await asCsv(all(), { columns, encoding, timeZone: days.timeZone })).table
}

export interface RegisterFor1c {
  file: Uint8Array
  /** Refunds of the days, which are not in the file: the format has no documents for them. */
  refunds: { count: number; amount: number }
}

/** The payments of the days for 1C. */
export const registerFor1c = async (
  database: Pick<Database, 'db' | 'transaction'>,
  days: RegisterDays,
  about: { sender: string; now: Date },
): Promise<RegisterFor1c> => {
  const entries: RegisterEntry[] = []
  for await (const entry of paidOn(database.db, days)) entries.push(entry)
  const numbers = await numberPayments(
    database,
    entries.map(({ paymentId }) => paymentId),
  )
  const refunds = { count: 0, amount: 0 }
  for await (const { amount } of refundedOn(database.db, days)) {
    refunds.count++
    refunds.amount -= amount
  }
  const file = iconv.encode(clientBankExchange(entries, { ...days, ...about, numbers }), 'windows-1251')
  return { file, refunds }
}
