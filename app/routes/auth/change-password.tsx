import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { newPasswordForm } from '~/features/auth/auth-forms.server'
import { NewPasswordForm } from '~/features/auth/new-password-form'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { mailedId, signOutFirst } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'guest', secret: true, isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot: signOutFirst })
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot: signOutFirst })
  const { query } = context
  return submitForm({ request, context }, newPasswordForm, {
    call: (body) => api.submit('changePassword', { id: mailedId(request), query, body }),
    next: { message: 'Пароль изменён. Войдите с новым паролем.', stays: true, to: paths.login },
  })
}

export default function ChangePasswordPage() {
  return <NewPasswordForm reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый пароль', args)
