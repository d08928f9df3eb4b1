import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { mostPaymentsOnPage } from 'contract/limits'
import type { Payment } from 'contract/payments'
import { BYTE_ORDER_MARK, csvAmount, csvRow } from 'format/csv'
import { tableMoment, today } from 'format/dates'
import { MINUTE } from 'format/durations'
import { readHistoryFilter } from '~/features/history/history-filter.server'
import { paymentInWords } from '~/features/history/history-view'
import { paths } from '~/paths'
import type { PortalConfig } from '~/server/config.server'
import { attachment } from '~/server/http/attachment.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { receiptPage } from '~/server/payments/receipt-link.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { account, day, download } = await beginHistoryDownload(request, context)
  context.download = download
  return new Response(null, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`Платежи ${account} ${day}.csv`, `payments-${day}.csv`),
      'Cache-Control': 'private, no-store',
    },
  })
}

const PAGE_LENGTH = String(mostPaymentsOnPage)

/** A million payments take minutes: longer than the deadline of a page. */
const DOWNLOAD_MS = 10 * MINUTE

/** Loads the first page, so that a failure can still be shown as a page, and streams the rest. */
const beginHistoryDownload = async (request: Request, context: AppLoadContext) => {
  const { api, defaultAccount } = await requireUser(request, context)
  const query = new URL(request.url).searchParams
  const { typed, filter, errors } = readHistoryFilter(query)
  const account = query.get('account') || defaultAccount
  // A file can't show errors: the history page with the same filter does.
  if (!account || errors) throw redirect(paths.history({ ...(account && { account }), ...typed }))

  const load = async (cursor?: string): Promise<PaymentsPage> => {
    const { data, meta } = await api.load('history', {
      id: account,
      query: { ...filter, ...(cursor && { cursor }), limit: PAGE_LENGTH },
    })
    return { payments: data, nextCursor: meta.nextCursor || null }
  }
  const loadNext = (cursor: string) =>
    load(cursor).catch((thrown: unknown) => {
      // It is too late for an error screen: the download is cut off, and the browser reports it as failed.
      throw thrown instanceof Response
        ? new Error(`the history could not be read on: ${thrown.status}`)
        : thrown
    })
  const [first, accounts] = await Promise.all([load(), api.loadIfPossible('accounts', { query: {} })])
  const customerAccount = accounts?.data.find((one) => one.account === account)
  const ownTitle = customerAccount?.companyTitle === undefined ? null : customerAccount.title?.trim() || null
  context.visitor.allow(DOWNLOAD_MS)
  return {
    account,
    day: today(context.config.timeZone, new Date()),
    download: {
      pieces: historyCsv(first, loadNext, { ...context.config, ownTitle }),
      limit: { wholeMs: DOWNLOAD_MS },
    },
  }
}

interface PaymentsPage {
  payments: readonly Payment[]
  nextCursor: string | null
}

interface CsvOptions extends Pick<PortalConfig, 'timeZone' | 'publicUrl'> {
  /** The customer's own title of the account, for an additional column. `null`: no such column. */
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

/**
 * The payments as a CSV file, in chunks of one page; one page is in memory at a time. Throws when `load` throws,
 * and when a page's cursor leads back to itself.
 */
async function* historyCsv(
  first: PaymentsPage,
  load: (cursor: string) => Promise<PaymentsPage>,
  options: CsvOptions,
): AsyncGenerator<string> {
  const head = options.ownTitle === null ? HEAD : [...HEAD, 'Название']
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
  const { day, time } = tableMoment(payment.createdAt, config.timeZone)
  return csvRow([
    // Spreadsheets parse '05.10.2026 12:12' as a date.
    `${day} ${time}`,
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
