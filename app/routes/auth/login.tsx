import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { afterLogin, endLogin } from '~/features/auth/after-login.server'
import { loginForm } from '~/features/auth/auth-forms.server'
import { LoginForm } from '~/features/auth/login-form'
import { beginSecondStep } from '~/features/auth/second-step.server'
import { isUnverified, sendLetterAgain } from '~/features/auth/send-letter-again.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'guest', secret: false, sameForGuests: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context)
  const registration = await context.registration.recent()
  return {
    idempotencyKey: context.idempotencyKey,
    email: registration?.email,
    returnTo: afterLogin(request, context) ?? undefined,
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  if (fields.get('intent') !== 'resend') return signIn(args)
  const { pathname, search } = new URL(args.request.url)
  return sendLetterAgain(args, pathname + search)
}

const signIn = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context)
  const form = await readForm(context, loginForm)
  if (!form.ok) return form.reply
  const result = await api.submit('login', { body: form.value })
  if (result.ok) return endLogin(request, context, result.answer.data)
  const { failure } = result
  const secondStep = await beginSecondStep(failure, context)
  if (secondStep === 'begun') return seeOther(paths.loginCode(afterLogin(request, context) ?? undefined))
  return form.reject(secondStep ?? failure, { aboveForm: isUnverified(failure) })
}

export default function LoginPage() {
  return <LoginForm reply={useActionData<typeof action>()} {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta('Вход', args, 'Вход в личный кабинет: лицевые счета, оплата, история платежей и автоплатежи.')
