import type { Database } from 'api/db/database'
import { csvAmount } from 'format/csv'
import { tableMoment } from 'format/dates'
import iconv from 'iconv-lite'
import {
  type Cells,
  csvRegister,
  isEncodable,
  type LostText,
  type RegisterDays,
  spanOf,
} from '../csv-register'
import { clientBankExchange } from './client-bank-exchange'
import { findPaid, findRefunded, numberPayments, type RegisterEntry } from './register.repository'

const cells: Cells<RegisterEntry> = {
  day: ({ madeAt }, timeZone) => tableMoment(madeAt, timeZone).day,
  time: ({ madeAt }, timeZone) => tableMoment(madeAt, timeZone).time,
  recorded: ({ at }, timeZone) => tableMoment(at, timeZone).day,
  kind: ({ kind }) => kind,
  account: ({ account }) => account,
  amount: ({ amount }) => csvAmount(amount),
  payment: ({ paymentId }) => paymentId,
  /** The id of the refund; for a payment the same as `payment`. */
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

/** The payments of the days, then their refunds. */
export const paymentsRegister = csvRegister(cells, {
  usualColumns: 'day,time,kind,account,amount,payment,method,gateway_id,payee_inn',
  async *entries(db, span) {
    yield* findPaid(db, span)
    yield* findRefunded(db, span)
  },
})

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
  const span = spanOf(days)
  const entries: RegisterEntry[] = []
  for await (const entry of findPaid(database.db, span)) entries.push(entry)
  const numbers = await numberPayments(
    database,
    entries.map(({ paymentId }) => paymentId),
  )
  const refunds = { count: 0, amount: 0 }
  for await (const { amount } of findRefunded(database.db, span)) {
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
