import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadResult } from '~/features/payments/load-result.server'
import { PaymentResult } from '~/features/payments/result-page'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'all',
  secret: true,
  payment: true,
  paymentResult: true,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  return loadResult(request, context, api, 'guest')
}

export { pollQuietly as clientLoader } from '~/features/payments/poll'

export default function PayResultPage() {
  return <PaymentResult result={useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(args.data?.view?.title ?? null, args)
