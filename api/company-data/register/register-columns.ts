import { csvAmount } from 'format/csv'
import { tableMoment } from 'format/dates'
import { type Cells, readColumns } from '../csv-columns'
import type { RegisterEntry } from './payments-register'

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
