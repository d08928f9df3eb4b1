import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { forgotPasswordForm } from '~/features/auth/auth-forms.server'
import { ForgotPasswordForm, ResetLetterSent } from '~/features/auth/forgot-password-form'
import { paths } from '~/paths'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'guest', secret: false, sameForGuests: true } satisfies RouteHandle

/** Letters that warn of a change lead here. */
const whyNot = 'Вы уже вошли. Сменить пароль можно в профиле.'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot })
  return {
    sent: new URL(request.url).searchParams.has('sent'),
    idempotencyKey: context.idempotencyKey,
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot })
  return submitIdempotentForm({ request, context }, forgotPasswordForm, {
    call: (body, idempotencyKey) => api.submit('forgotPassword', { idempotencyKey, body }),
    next: {
      message: 'Если адрес зарегистрирован, письмо уже в пути.',
      stays: true,
      to: paths.forgotPasswordSent,
    },
  })
}

export default function ForgotPasswordPage() {
  const { sent, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return sent ? <ResetLetterSent /> : <ForgotPasswordForm reply={reply} idempotencyKey={idempotencyKey} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    args.data?.sent ? 'Проверьте почту: ссылка для нового пароля' : 'Забытый пароль',
    args,
    'Пришлём на почту ссылку, по которой можно придумать новый пароль.',
  )
