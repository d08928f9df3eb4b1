import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { forgotPasswordForm } from '~/features/auth/auth-forms.server'
import { ForgotPasswordForm, ResetLetterSent } from '~/features/auth/forgot-password-form'
import { paths } from '~/paths'
import { readIdempotentForm } from '~/server/forms/idempotent-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

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
  const form = await readIdempotentForm(context, forgotPasswordForm)
  if (!form.ok) return form.reply
  const result = await api.submit('forgotPassword', {
    idempotencyKey: form.idempotencyKey,
    body: form.value,
  })
  if (!result.ok) return form.reject(result.failure)
  context.flash.next = newFlash('success', 'Если адрес зарегистрирован, письмо уже в пути.', { stays: true })
  return seeOther(paths.forgotPasswordSent)
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
