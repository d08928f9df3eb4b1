import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { CloseAccess, closeTitle } from '~/features/family/close-access'
import { closeAccessForm } from '~/features/family/family-forms.server'
import { closedAccess, loadClose, pageAfterClose } from '~/features/family/load-close.server'
import { paths } from '~/paths'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

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
  const form = await readForm(context, closeAccessForm)
  if (!form.ok) return form.reply
  const { account, grant } = closedAccess(request)
  const result = await api.submit('endGrant', { id: grant })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash('success', 'Доступ больше не действует', { stays: true })
  return seeOther(await pageAfterClose(account, api))
}

export default function AccessClosePage() {
  return <CloseAccess {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(closeTitle(args.data?.view ?? null), args)
