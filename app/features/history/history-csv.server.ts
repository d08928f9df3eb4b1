import type { Payment } from 'contract/payments'
import { BYTE_ORDER_MARK, csvAmount, csvRow } from 'format/csv'
import { tableMoment } from 'format/dates'
import type { PortalConfig } from '~/server/config.server'
import { receiptPage } from '~/server/payments/receipt-link.server'
import { paymentInWords } from './history-view'

export interface PaymentsPage {
  payments: readonly Payment[]
  nextCursor: string | null
}

type Settings = Pick<PortalConfig, 'timeZone' | 'publicUrl'>

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
  config: Settings,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(HEAD) + rowsOf(first, config)
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = await load(cursor)
    if (page.nextCursor === cursor) throw new Error('a page of the history leads to itself')
    yield rowsOf(page, config)
    cursor = page.nextCursor
  }
}

const rowsOf = ({ payments }: PaymentsPage, config: Settings) =>
  payments.map((payment) => rowOf(payment, config)).join('')

const rowOf = (payment: Payment, config: Settings) => {
  const page = receiptPage(payment.receiptUrl, config)
  const { status, method, source, receipt, reason } = paymentInWords(payment, page)
  return csvRow([
    spreadsheetMoment(payment.createdAt, config.timeZone),
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
  const { day, time } = tableMoment(iso, timeZone)
  return `${day} ${time}`
}
