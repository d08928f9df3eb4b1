import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { loginForm, resendForm } from './auth-forms.server'

/** The API's problem code for which the page offers to resend the verification letter. */
const EMAIL_NOT_VERIFIED = 'email_not_verified'

interface LoginFormProps {
  reply: FormReply | undefined
  /** For the form that resends the letter. */
  idempotencyKey: string
  /** The address that this browser has just registered. */
  email?: string | undefined
  /** Where the login leads, if not to the usual page. */
  returnTo?: string | undefined
}

export function LoginForm({ reply, idempotencyKey, email, returnTo }: LoginFormProps) {
  const form = usePostForm<typeof loginForm>('login', ['email', 'password'], reply)
  const resend = usePostForm<typeof resendForm>('resend', [], reply)
  const typed = form.control('email').defaultValue ?? resend.control('email').defaultValue
  const offersLetter = reply?.code === EMAIL_NOT_VERIFIED || resend.reply !== undefined
  const newLetter = offersLetter && typed && (
    <Form method="post">
      <input type="hidden" name="intent" value="resend" />
      <IdempotencyKey postedKey={resend.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
      <input type="hidden" name="email" value={typed} />
      <SubmitButton kind="secondary" match={{ intent: 'resend' }}>
        Отправить письмо ещё раз
      </SubmitButton>
    </Form>
  )
  // A refusal said by a flash message alone has no summary around the button.
  const hasSummary = form.errors.length + resend.errors.length > 0
  return (
    <>
      <FormOutcome forms={[form, resend]}>{newLetter}</FormOutcome>
      {!hasSummary && newLetter}
      <PageHeading title="Вход" />
      <Form {...form.attributes}>
        <input type="hidden" name="intent" value="login" />
        <Stack>
          <EmailField
            {...form.control('email')}
            defaultValue={typed ?? email}
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
