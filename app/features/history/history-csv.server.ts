import type { Payment } from 'contract/payments'
import { BYTE_ORDER_MARK, csvAmount, csvRow } from 'format/csv'
import { wallClock } from 'format/dates'
import { paymentInWords } from './history-view'

export interface PaymentsPage {
  payments: readonly Payment[]
  nextCursor: string | null
}

const HEAD = [
  'Дата и время',
  'Лицевой счёт',
  'Сумма, ₽',
  'Состояние',
  'Способ',
  'Откуда',
  'Чек',
  'Причина отмены',
  'Возвращено, ₽',
  'Номер платежа',
]

/**
 * The payments as a CSV file, in chunks of one page, of which one is in memory at a time. Throws when `load` throws,
 * and when a page's cursor leads back to itself.
 */
export async function* historyCsv(
  first: PaymentsPage,
  load: (cursor: string) => Promise<PaymentsPage>,
  timeZone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(HEAD) + rowsOf(first, timeZone)
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = await load(cursor)
    if (page.nextCursor === cursor) throw new Error('a page of the history leads to itself')
    yield rowsOf(page, timeZone)
    cursor = page.nextCursor
  }
}

const rowsOf = ({ payments }: PaymentsPage, timeZone: string) =>
  payments.map((payment) => rowOf(payment, timeZone)).join('')

const rowOf = (payment: Payment, timeZone: string) => {
  const { status, method, source, receipt, reason } = paymentInWords(payment)
  return csvRow([
    spreadsheetMoment(payment.createdAt, timeZone),
    payment.account,
    csvAmount(payment.amount),
    status.text,
    method,
    source,
    receipt.url ?? receipt.text,
    reason ?? '',
    payment.refunded ? csvAmount(payment.refunded) : '',
    payment.id,
  ])
}

/** '05.10.2026 12:12', which spreadsheets parse as a date. */
const spreadsheetMoment = (iso: string, timeZone: string) => {
  const { year, month, day, hour, minute } = wallClock(new Date(iso), timeZone)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(day)}.${two(month)}.${year} ${two(hour)}:${two(minute)}`
}
