import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { endLogin } from '~/features/auth/after-login.server'
import { loginCodeForm } from '~/features/auth/auth-forms.server'
import { LoginCodeForm } from '~/features/auth/login-code-form'
import { loginPath, requireSecondStep, tellThatLoginIsOver } from '~/features/auth/second-step.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'

export const handle = { access: 'guest', secret: false, feature: 'security' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context)
  await requireSecondStep(request, context)
  return { loginPath: loginPath(request, context), mayRemember: await mayRemember(context) }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context)
  const token = await requireSecondStep(request, context)
  const form = await readForm(context, loginCodeForm)
  if (!form.ok) return form.reply
  const { code, rememberDevice } = form.value
  const remembers = rememberDevice && (await mayRemember(context))
  const body = { token, code, ...(remembers && { rememberDevice }) }
  const result = await api.submit('loginSecondStep', { body })
  if (!result.ok && result.failure.kind !== 'gone') return form.reject(result.failure)
  context.secondStep.next = 'cleared'
  if (result.ok) return endLogin(request, context, result.answer.data)
  tellThatLoginIsOver(context)
  return seeOther(loginPath(request, context))
}

const mayRemember = async ({ baseData }: AppLoadContext) =>
  hasFeature(await baseData.current(), 'remembered-device')

export default function LoginCodePage() {
  return <LoginCodeForm reply={useActionData<typeof action>()} {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Код для входа', args)
