import { type AppLoadContext, redirect } from '@remix-run/node'
import { today } from 'format/dates'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import { historyCsv, type PaymentsPage } from './history-csv.server'
import { chosenOf } from './history-filter'
import { readHistoryFilter } from './history-filter.server'

const PAGE_LENGTH = '100'

/** A million payments take minutes, not the seconds of a page. */
const DOWNLOAD_MS = 10 * 60_000

/** Reads the first page of what the address asks for, so that a failure is still told, and leaves the rest to come. */
export const beginHistoryDownload = async (request: Request, context: AppLoadContext) => {
  const { api, defaultAccount } = await requireUser(request, context)
  const query = new URL(request.url).searchParams
  const { typed, errors } = readHistoryFilter(query)
  const account = query.get('account') || defaultAccount
  // A file has no screens: what is wrong is said by the page of the same filter.
  const page = paths.history({ ...(account && { account }), ...chosenOf(typed) })
  if (!account || errors) throw redirect(page)

  const load = async (cursor?: string): Promise<PaymentsPage> => {
    const { data, meta } = await api.load('history', {
      id: account,
      query: { ...chosenOf(typed), ...(cursor && { cursor }), limit: PAGE_LENGTH },
    })
    return { payments: data, nextCursor: meta.nextCursor }
  }
  const loadNext = (cursor: string) =>
    load(cursor).catch((thrown: unknown) => {
      // A screen can't be shown any more: the file ends short, and the browser says that it did.
      throw thrown instanceof Response
        ? new Error(`the history could not be read on: ${thrown.status}`)
        : thrown
    })
  const first = await load().catch((thrown: unknown) => {
    throw thrown instanceof Response && thrown.status >= 400 ? redirect(page) : thrown
  })
  const { timeZone } = context.config
  context.visitor.allow(DOWNLOAD_MS)
  return {
    account,
    day: today(timeZone, new Date()),
    download: { pieces: historyCsv(first, loadNext, timeZone), withinMs: DOWNLOAD_MS },
  }
}
