import type { Queries } from 'api/db/database'
import { csvRow } from 'format/csv'
import iconv from 'iconv-lite'
import { clientBankExchange } from './client-bank-exchange'
import { paidOn, type RegisterDays, type RegisterEntry, refundedOn } from './payments-register'
import type { RegisterColumn } from './register-columns'

/** The register as CSV: the payments of the days, then their refunds with amounts below zero. */
export const registerAsCsv = async (
  db: Queries,
  days: RegisterDays,
  { columns, encoding }: { columns: readonly RegisterColumn[]; encoding: string },
): Promise<Uint8Array> => {
  const parts = [iconv.encode(csvRow(columns.map(({ title }) => title)), encoding)]
  const add = (entry: RegisterEntry) => {
    parts.push(iconv.encode(csvRow(columns.map(({ cellOf }) => cellOf(entry, days.timeZone))), encoding))
  }
  for await (const entry of paidOn(db, days)) add(entry)
  for await (const entry of refundedOn(db, days)) add(entry)
  return Buffer.concat(parts)
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
