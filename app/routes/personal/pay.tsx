import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { withPageBesideQuestion } from '~/features/payments/begin-payment.server'
import { NothingToPay, PersonalPayment } from '~/features/payments/personal-payment'
import { loadPersonalPayment, submitPersonalPayment } from '~/features/payments/personal-payment.server'
import { titleOfAccount } from '~/layouts/page-account'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshPage } from '~/ui/post-form/page-answer'

export const handle = { access: 'user', secret: false, payment: true } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPersonalPayment(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) =>
  withPageBesideQuestion(
    await submitPersonalPayment(context, await requireUser(request, context)),
    context,
    (fresh) => loadPersonalPayment(request, fresh),
  )

export default function PersonalPayPage() {
  const reply = useActionData<typeof action>()
  const page = useFreshPage(useLoaderData<typeof loader>(), reply)
  return page ? <PersonalPayment {...page} reply={reply} /> : <NothingToPay />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount('Оплата', args.data?.choices), args)
