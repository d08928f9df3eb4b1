import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { newPasswordForm } from '~/features/auth/auth-forms.server'
import { NewPasswordForm } from '~/features/auth/new-password-form'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { mailedId, signOutFirst } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'guest', secret: true, isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot: signOutFirst })
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot: signOutFirst })
  const form = await readForm(context, newPasswordForm)
  if (!form.ok) return form.reply
  const { query } = context
  const result = await api.submit('changePassword', { id: mailedId(request), query, body: form.value })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash('success', 'Пароль изменён. Войдите с новым паролем.', { stays: true })
  return seeOther(paths.login)
}

export default function ChangePasswordPage() {
  return <NewPasswordForm reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый пароль', args)
