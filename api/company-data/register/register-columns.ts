import { type CsvCell, csvAmount } from 'format/csv'
import { formatNumericMoment } from 'format/dates'
import type { RegisterEntry } from './payments-register'

/** What a column of the register has, by its name. */
const cells: Readonly<Record<string, (entry: RegisterEntry, timeZone: string) => CsvCell>> = {
  day: ({ at }, timeZone) => formatNumericMoment(at, timeZone).slice(0, 10),
  time: ({ at }, timeZone) => formatNumericMoment(at, timeZone).slice(11),
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
export const usualColumns = 'day,time,kind,account,amount,payment,method,gateway_id,payee_inn'

export interface RegisterColumn {
  title: string
  cellOf(entry: RegisterEntry, timeZone: string): CsvCell
}

/** Reads `day=Дата,account,…`; null for the name of no column. */
export const readColumns = (text: string): RegisterColumn[] | null => {
  const columns = text.split(',').map((part) => {
    const [name = '', ...title] = part.split('=')
    const cellOf = Object.hasOwn(cells, name.trim()) ? cells[name.trim()] : undefined
    return cellOf && { title: title.join('=').trim() || name.trim(), cellOf }
  })
  return columns.every((column) => column !== undefined) ? columns : null
}
