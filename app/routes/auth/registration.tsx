import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { afterLogin } from '~/features/auth/after-login.server'
import { registrationForm } from '~/features/auth/auth-forms.server'
import { VerificationLetterSent } from '~/features/auth/letter-sent'
import { RegistrationForm } from '~/features/auth/registration-form'
import { sendLetterAgain } from '~/features/auth/send-letter-again.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { fitsCookie } from '~/server/session/sealed-cookie.server'

export const handle = { access: 'guest', secret: false, sameForGuests: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context)
  const sent = new URL(request.url).searchParams.has('sent')
  const { idempotencyKey } = context
  if (sent) return { sent: true as const, idempotencyKey, ...(await context.registration.recent()) }
  // Registration works without the consent page; its version is then unknown.
  const consent = await context.visitor.call('page', { query: { path: paths.consent } })
  const version = consent.ok && 'updatedAt' in consent.answer ? consent.answer.updatedAt : null
  const returnTo = afterLogin(request, context) ?? undefined
  return { sent: false as const, consentVersion: version ?? null, idempotencyKey, returnTo }
}

export const action = async (args: ActionFunctionArgs) => {
  const { request, context } = args
  const fields = await postedFields(context)
  if (fields.get('intent') === 'resend') return sendLetterAgain(args, paths.registrationSent)
  const { api } = await requireGuest(request, context)
  return submitIdempotentForm(args, registrationForm, {
    call: (body, idempotencyKey) => api.submit('registration', { idempotencyKey, body }),
    next({ email }) {
      const returnTo = afterLogin(request, context)
      context.registration.next = { email, ...(returnTo && fitsCookie(returnTo) && { returnTo }) }
      return { message: 'Письмо отправлено. Осталось подтвердить адрес.', to: paths.registrationSent }
    },
  })
}

export default function RegistrationPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page.sent ? (
    <VerificationLetterSent {...page} reply={reply} />
  ) : (
    <RegistrationForm {...page} reply={reply} />
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(
    args.data?.sent ? 'Проверьте почту' : 'Регистрация',
    args,
    'Регистрация в личном кабинете, чтобы видеть квитанции, платить и подключать автоплатежи.',
  )
