import type { AppLoadContext } from '@remix-run/node'
import { period as periodShape } from 'contract/time'
import { requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'

/** The invoice of `?account=` and `?period=`; by default the newest one of the page's account. */
export const loadInvoice = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const period = new URL(request.url).searchParams.get('period') || null
  if (period !== null && !periodShape.safeParse(period).success) throw notFound(request)
  const { choices, loaded } = await forPageAccount(request, guarded, (id) =>
    guarded.api.load('invoice', { id, body: period ? { period } : {} }),
  )
  if (period !== null && loaded && !loaded.data) throw notFound(request)
  return { choices, invoice: loaded?.data ?? null, periods: loaded?.periods ?? [] }
}

const notFound = (request: Request) =>
  new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
