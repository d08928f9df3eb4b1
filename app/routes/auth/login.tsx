import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import {
  afterLogin,
  beginSecondStep,
  endLogin,
  isUnverified,
  loginForm,
  type resendForm,
  sendLetterAgain,
} from '~/features/auth/auth.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

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
  const { idempotencyKey, email, returnTo } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof loginForm>('login', ['email', 'password'], reply)
  const resend = usePostForm<typeof resendForm>('resend', [], reply)
  const typedEmail = form.control('email').defaultValue ?? resend.control('email').defaultValue
  const offersLetter = reply?.code === EMAIL_NOT_VERIFIED || resend.reply !== undefined
  const letterForm = offersLetter && typedEmail && (
    <Form method="post">
      <input type="hidden" name="intent" value="resend" />
      <IdempotencyKey postedKey={resend.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
      <input type="hidden" name="email" value={typedEmail} />
      <SubmitButton kind="secondary" match={{ intent: 'resend' }}>
        Отправить письмо ещё раз
      </SubmitButton>
    </Form>
  )
  // If only a flash message shows the refusal, there is no summary around the button.
  const hasSummary = form.errors.length + resend.errors.length > 0
  return (
    <>
      <FormOutcome forms={[form, resend]}>{letterForm}</FormOutcome>
      {!hasSummary && letterForm}
      <PageHeading title="Вход" />
      <Form {...form.attributes}>
        <input type="hidden" name="intent" value="login" />
        <Stack>
          <EmailField
            {...form.control('email')}
            defaultValue={typedEmail ?? email}
            label="Электронная почта"
            autoComplete="username"
          />
          <PasswordField {...form.control('password')} label="Пароль" autoComplete="current-password" />
          <SubmitButton size="large" wide match={{ intent: 'login' }} pendingText="Входим…">
            Войти
          </SubmitButton>
        </Stack>
      </Form>
      <Stack gap="small">
        <p>
          <Link to={paths.forgotPassword}>Забыли пароль?</Link>
        </p>
        <p>
          Ещё нет личного кабинета? <Link to={paths.registration(returnTo)}>Зарегистрируйтесь</Link>
        </p>
      </Stack>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta('Вход', args, 'Вход в личный кабинет: лицевые счета, оплата, история платежей и автоплатежи.')

/** The API's problem code for which the page offers to resend the verification letter. */
const EMAIL_NOT_VERIFIED = 'email_not_verified'
