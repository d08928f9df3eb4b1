import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { CloseAccess, closeTitle } from '~/features/family/close-access'
import { closeAccessForm } from '~/features/family/family-forms.server'
import { closedAccess, loadClose, pageAfterClose } from '~/features/family/load-close.server'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'family',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => ({
  view: await loadClose(request, context),
})

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { account, grant } = closedAccess(request)
  return submitForm({ request, context }, closeAccessForm, {
    call: () => api.submit('endGrant', { id: grant }),
    next: async () => ({
      message: 'Доступ больше не действует',
      stays: true,
      to: await pageAfterClose(account, api),
    }),
  })
}

export default function AccessClosePage() {
  return <CloseAccess {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(closeTitle(args.data?.view ?? null), args)
