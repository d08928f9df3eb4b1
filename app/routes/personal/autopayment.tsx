import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { AutopaymentPage } from '~/features/autopayments/autopayment-page'
import { viewOfAutopayment } from '~/features/autopayments/autopayment-view'
import { findAutopayment } from '~/features/autopayments/find-autopayment.server'
import { viewOfRun } from '~/features/autopayments/run-view'
import { titleWithAccount } from '~/layouts/account-title'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { timeZone } = context.config
  const [autopayment, runs] = await Promise.all([
    findAutopayment(request, api, id),
    api.loadIfPossible('autopaymentRuns', { id }),
  ])
  const view = viewOfAutopayment(autopayment, [], { timeZone })
  const { isSbp } = view
  return {
    view,
    runs: runs?.data.map((run, index) => viewOfRun(run, index, { timeZone, isSbp })) ?? null,
  }
}

export default function OneAutopaymentPage() {
  return <AutopaymentPage {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Автоплатёж', args.data?.view), args)
