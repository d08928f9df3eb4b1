import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { NewEmailForm } from '~/features/profile/new-email-form'
import { newEmailForm } from '~/features/profile/profile-forms.server'
import { paths } from '~/paths'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false, section: paths.profile } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request, context)
  return { email: user && readableEmail(user.email), idempotencyKey: context.idempotencyKey }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitIdempotentForm({ request, context }, newEmailForm, {
    call: (body, idempotencyKey) => api.submit('changeEmailRequest', { idempotencyKey, body }),
    next: ({ email }) => ({
      message: `Отправили письмо на ${readableEmail(email)}. Откройте ссылку из него, и адрес изменится.`,
      stays: true,
      to: paths.profile,
    }),
  })
}

export default function ChangeEmailRequestPage() {
  const { email, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <NewEmailForm current={email} reply={useActionData<typeof action>()} idempotencyKey={idempotencyKey} />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый адрес почты', args)
