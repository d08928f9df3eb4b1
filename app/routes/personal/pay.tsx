import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadPersonalPayment } from '~/features/payments/load-personal-payment.server'
import { CONFIRM_REQUIRED } from '~/features/payments/payment-fields'
import { NothingToPay, PersonalPayment } from '~/features/payments/personal-payment'
import { submitPersonalPayment } from '~/features/payments/submit-personal-payment.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', payment: true } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPersonalPayment(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) =>
  submitPersonalPayment(context, await requireUser(request, context))

/**
 * A question about a payment begun in another tab needs fresh data, which by default a 400 does not load. No other
 * rejected form does: a failure to load them would throw away what was typed.
 */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const reply: ReturnType<typeof useActionData<typeof action>> = actionResult
  return reply?.code === CONFIRM_REQUIRED || defaultShouldRevalidate
}

export default function PersonalPayPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page ? <PersonalPayment {...page} reply={reply} /> : <NothingToPay />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Оплата', args)
