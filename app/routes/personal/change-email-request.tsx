import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { NewEmailForm } from '~/features/profile/new-email-form'
import { newEmailForm } from '~/features/profile/profile-forms.server'
import { paths } from '~/paths'
import { readIdempotentForm } from '~/server/forms/idempotent-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', secret: false, section: paths.profile } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request, context)
  return { email: user && readableEmail(user.email), idempotencyKey: context.idempotencyKey }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readIdempotentForm(context, newEmailForm)
  if (!form.ok) return form.reply
  const result = await api.submit('changeEmailRequest', {
    idempotencyKey: form.idempotencyKey,
    body: form.value,
  })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash(
    'success',
    `Отправили письмо на ${readableEmail(form.value.email)}. Откройте ссылку из него, и адрес изменится.`,
    { stays: true },
  )
  return seeOther(paths.profile)
}

export default function ChangeEmailRequestPage() {
  const { email, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <NewEmailForm current={email} reply={useActionData<typeof action>()} idempotencyKey={idempotencyKey} />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый адрес почты', args)
