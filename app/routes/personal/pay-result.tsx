import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadOwnResult } from '~/features/payments/load-result.server'
import { PaymentResult } from '~/features/payments/result-page'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: true,
  payment: true,
  paymentResult: true,
  section: paths.personalPay(),
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadOwnResult(request, context, 'personal')

export { pollQuietly as clientLoader } from '~/features/payments/poll'

export default function PersonalPayResultPage() {
  return <PaymentResult result={useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(args.data?.view?.title ?? null, args)
