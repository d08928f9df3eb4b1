import type { LoaderFunctionArgs } from '@remix-run/node'
import { beginHistoryDownload } from '~/features/history/history-download.server'
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
