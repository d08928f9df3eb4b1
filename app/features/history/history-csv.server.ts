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

interface CsvOptions extends Pick<PortalConfig, 'timeZone' | 'publicUrl'> {
  /** The customer's own name for the account, for a column of its own; null for none. */
  ownTitle: string | null
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

const OWN_TITLE = 'Название'

/**
 * The payments as a CSV file, in chunks of one page; one page is in memory at a time. Throws when `load` throws,
 * and when a page's cursor leads back to itself.
 */
export async function* historyCsv(
  first: PaymentsPage,
  load: (cursor: string) => Promise<PaymentsPage>,
  options: CsvOptions,
): AsyncGenerator<string> {
  const head = options.ownTitle === null ? HEAD : [...HEAD, OWN_TITLE]
  yield BYTE_ORDER_MARK + csvRow(head) + rowsOf(first, options)
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = await load(cursor)
    if (page.nextCursor === cursor) throw new Error('a page of the history leads to itself')
    yield rowsOf(page, options)
    cursor = page.nextCursor
  }
}

const rowsOf = ({ payments }: PaymentsPage, options: CsvOptions) =>
  payments.map((payment) => rowOf(payment, options)).join('')

const rowOf = (payment: Payment, { ownTitle, ...config }: CsvOptions) => {
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
    ...(ownTitle === null ? [] : [ownTitle]),
  ])
}

/** '05.10.2026 12:12', which spreadsheets parse as a date. */
const spreadsheetMoment = (iso: string, timeZone: string) => {
  const { day, time } = tableMoment(iso, timeZone)
  return `${day} ${time}`
}
