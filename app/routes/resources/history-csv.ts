import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { mostPaymentsOnPage } from 'contract/limits'
import { today } from 'format/dates'
import { MINUTE } from 'format/durations'
import { historyCsv, type PaymentsPage } from '~/features/history/history-csv.server'
import { readHistoryFilter } from '~/features/history/history-filter.server'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { account, day, download } = await beginHistoryDownload(request, context)
  context.download = download
  const name = `Платежи ${account} ${day}.csv`
  return new Response(null, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="payments-${day}.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
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
