import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { sendLetterAgain } from '~/features/auth/send-letter-again.server'
import { VerifyEmail } from '~/features/auth/verify-email'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import {
  confirmForm,
  incompleteLink,
  mailedCode,
  mailedId,
  signOutFirst,
} from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'guest', isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot: signOutFirst })
  return { idempotencyKey: context.idempotencyKey }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  return fields.get('intent') === 'resend' ? sendLetterAgain(args, paths.registrationSent) : verify(args)
}

const verify = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot: signOutFirst })
  const form = await readForm(context, confirmForm)
  if (!form.ok) return form.reply
  const code = mailedCode(request)
  if (!code) return form.reject(incompleteLink)
  const result = await api.submit('verifyEmail', { id: mailedId(request), query: { code } })
  if (!result.ok) return form.reject(result.failure)
  if (await context.visitor.currentUser()) {
    context.flash.next = newFlash('success', 'Адрес подтверждён. Добро пожаловать!')
    return seeOther(paths.accounts)
  }
  context.flash.next = newFlash('success', 'Адрес подтверждён. Теперь войдите.')
  return seeOther(paths.login)
}

export default function VerifyEmailPage() {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  return <VerifyEmail reply={useActionData<typeof action>()} idempotencyKey={idempotencyKey} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Подтверждение почты', args)
