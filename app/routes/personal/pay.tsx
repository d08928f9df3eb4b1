import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadPersonalPayment } from '~/features/payments/load-personal-payment.server'
import { NothingToPay, PersonalPayment } from '~/features/payments/personal-payment'
import { submitPersonalPayment } from '~/features/payments/submit-personal-payment.server'
import { withFreshPage } from '~/features/payments/with-fresh-page.server'
import { titleOfAccount } from '~/layouts/account-title'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshestPage } from '~/ui/post-form/page-answer'

export const handle = { access: 'user', secret: false, payment: true } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPersonalPayment(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) =>
  withFreshPage(
    await submitPersonalPayment(context, await requireUser(request, context)),
    context,
    (asPage) => loadPersonalPayment(request, asPage),
  )

export default function PersonalPayPage() {
  const reply = useActionData<typeof action>()
  const page = useFreshestPage(useLoaderData<typeof loader>(), reply?.fresh)
  return page ? <PersonalPayment {...page} reply={reply} /> : <NothingToPay />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount('Оплата', args.data?.choices), args)
