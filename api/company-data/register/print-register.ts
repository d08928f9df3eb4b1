import type { Queries } from 'api/db/database'
import iconv from 'iconv-lite'
import { asCsv, type Column } from '../csv-columns'
import type { RegisterDays } from '../register-days'
import { clientBankExchange } from './client-bank-exchange'
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

/** The payments of the days for 1C. Refunds are not in it: the format has no documents for them. */
export const registerFor1c = async (
  db: Queries,
  days: RegisterDays,
  about: { sender: string; now: Date },
): Promise<Uint8Array> => {
  const entries: RegisterEntry[] = []
  for await (const entry of paidOn(db, days)) entries.push(entry)
  return iconv.encode(clientBankExchange(entries, { ...days, ...about }), 'windows-1251')
}
