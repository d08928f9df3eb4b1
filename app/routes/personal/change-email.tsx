import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { confirmForm, incompleteLink } from '~/features/mailed-links/mailed-link.server'
import { ConfirmNewEmail } from '~/features/profile/confirm-new-email'
import { paths } from '~/paths'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', secret: true, section: paths.profile } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, confirmForm)
  if (!form.ok) return form.reply
  const { query } = context
  if (!query) return form.reject(incompleteLink)
  const result = await api.submit('changeEmail', { query })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash('success', 'Адрес почты изменён', { stays: true })
  return seeOther(paths.profile)
}

export default function ChangeEmailPage() {
  return <ConfirmNewEmail reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Подтверждение нового адреса', args)
