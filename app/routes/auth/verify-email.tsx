import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { endRegistration, type resendForm, sendLetterAgain } from '~/features/auth/auth.server'
import { ResendForm, withAddress } from '~/features/auth/verification-letter'
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
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { redirectWithMessage } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'

export const handle = { access: 'guest', secret: true, isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot: signOutFirst })
  const registration = await context.registration.recent()
  return {
    idempotencyKey: context.idempotencyKey,
    confirmsItself: registration !== null,
    email: registration?.email,
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  if (fields.get('intent') !== 'resend') return verify(args)
  const answer = await sendLetterAgain(args, paths.registrationSent)
  return 'init' in answer ? rejectedPage('letter', answer) : answer
}

const verify = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot: signOutFirst })
  const form = await readForm(context, confirmForm)
  if (!form.ok) return rejectedPage('button', form.reply)
  const code = mailedCode(request)
  if (!code) return rejectedPage('letter', form.reject(incompleteLink))
  const result = await api.submit('verifyEmail', { id: mailedId(request), query: { code } })
  if (!result.ok) {
    const { failure } = result
    const isRefused = failure.kind === 'invalid' || failure.kind === 'gone'
    return rejectedPage(isRefused ? 'letter' : 'button', form.reject(failure))
  }
  const user = await context.visitor.currentUser()
  const signedIn = user && {
    message: 'Адрес подтверждён. Добро пожаловать!',
    to: (await endRegistration(context, user)) ?? paths.accounts,
  }
  const next = signedIn ?? { message: 'Адрес подтверждён. Теперь войдите.', to: paths.login }
  return redirectWithMessage({ request, context }, { ...next, stays: true })
}

/** `offers`: the button once more, or another letter if the link no longer works. */
const rejectedPage = (offers: 'button' | 'letter', { data: reply, init }: RejectedForm) =>
  data({ offers, reply }, init ?? undefined)

/** The verification button; after a rejection of the link, the form for a new letter instead. */
export default function VerifyEmailPage() {
  const { idempotencyKey, confirmsItself, email } = useLoaderData<typeof loader>()
  const { offers, reply } = useActionData<typeof action>() ?? { offers: 'button' }
  if (offers === 'letter') return <LinkRefused reply={reply} idempotencyKey={idempotencyKey} email={email} />
  return (
    <OneButtonForm
      heading={heading}
      text="Если на сайте регистрировались вы, нажмите кнопку, и адрес будет подтверждён."
      buttonText="Подтвердить адрес"
      pendingText="Подтверждаем…"
      reply={reply}
      auto={confirmsItself}
    />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Подтверждение почты', args)

const heading = 'Подтверждение почты'

interface LinkRefusedProps {
  reply: FormReply | undefined
  idempotencyKey: string
  /** The address that this browser has registered, for the form for a new letter. */
  email: string | undefined
}

function LinkRefused({ reply, idempotencyKey, email }: LinkRefusedProps) {
  const confirm = usePostForm('confirm', [], reply)
  const resend = usePostForm<typeof resendForm>('resend', ['email'], reply, withAddress(email))
  return (
    <>
      <FormOutcome forms={[confirm, resend]} />
      <PageHeading
        title={heading}
        lead="Если ссылка устарела или уже использована, попросите новое письмо: укажите почту, с которой вы регистрировались."
      />
      <ResendForm form={resend} idempotencyKey={idempotencyKey} />
    </>
  )
}
