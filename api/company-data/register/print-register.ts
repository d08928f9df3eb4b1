import type { Database, Queries } from 'api/db/database'
import iconv from 'iconv-lite'
import { asCsv, type Column, type CsvTable, isEncodable, type LostText } from '../csv-columns'
import type { RegisterDays } from '../register-days'
import { clientBankExchange } from './client-bank-exchange'
import { numberPayments } from './register.repository'
import { paidOn, type RegisterEntry, refundedOn } from './register-columns'

/** The register as CSV: the payments of the days, then their refunds with amounts below zero. */
export const registerAsCsv = async (
  db: Queries,
  days: RegisterDays,
  { columns, encoding }: { columns: readonly Column<RegisterEntry>[]; encoding: string },
): Promise<CsvTable> => {
  const all = async function* () {
    yield* paidOn(db, days)
    yield* refundedOn(db, days)
  }
  return asCsv(all(), { columns, encoding, timeZone: days.timeZone })
}

interface RegisterFor1c {
  file: Uint8Array
  /** Refunds of the days, which are not in the file: the format has no documents for them. */
  refunds: { count: number; amount: number }
  lost: LostText[]
}

const encodingFor1c = 'windows-1251'

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
  const text = clientBankExchange(entries, { ...days, ...about, numbers })
  return { file: iconv.encode(text, encodingFor1c), refunds, lost: lostFields(text) }
}

const lostFields = (text: string): LostText[] =>
  text.split('\r\n').flatMap((field, index) => {
    if (isEncodable(field, encodingFor1c)) return []
    const [name = '', ...value] = field.split('=')
    return [{ line: index + 1, name, text: value.join('=') }]
  })
