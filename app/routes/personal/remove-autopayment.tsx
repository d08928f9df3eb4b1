import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { viewOfAutopayment } from '~/features/autopayments/autopayment-view'
import { removeAutopaymentForm } from '~/features/autopayments/button-forms.server'
import { findAutopayment } from '~/features/autopayments/find-autopayment.server'
import { RemoveAutopayment } from '~/features/autopayments/remove-autopayment'
import { titleWithAccount } from '~/layouts/account-title'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const autopayment = await loadBesideForm(context, findAutopayment(request, api, id), {
    list: paths.autopayments,
    message: 'Этого автоплатежа уже нет',
  })
  return { id, view: autopayment && viewOfAutopayment(autopayment, [], context.config) }
}

export const action = async ({ request, context, params: { id = '' } }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, removeAutopaymentForm, {
    call: () => api.submit('deleteAutopayment', { id }),
    next: {
      message: 'Автоплатёж удалён, списаний по нему больше не будет',
      stays: true,
      to: paths.autopayments,
    },
  })
}

export default function RemoveAutopaymentPage() {
  const page = useLoaderData<typeof loader>()
  return <RemoveAutopayment {...page} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleWithAccount('Удалить автоплатёж', args.data?.view), args)
