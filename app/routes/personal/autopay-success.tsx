import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadResult } from '~/features/payments/load-result.server'
import { PaymentResult } from '~/features/payments/result-page'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', payment: true, paymentResult: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return loadResult(request, context, api, 'autopayment')
}

export default function AutopaySuccessPage() {
  return <PaymentResult result={useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(args.data?.view?.title ?? null, args)
