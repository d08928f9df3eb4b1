import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { forgotPasswordForm } from './auth-forms.server'
import { LetterSentHeading } from './letter-sent'

interface ForgotPasswordFormProps {
  reply: FormReply | undefined
  idempotencyKey: string
}

export function ForgotPasswordForm({ reply, idempotencyKey }: ForgotPasswordFormProps) {
  const form = usePostForm<typeof forgotPasswordForm>('forgot-password', ['email'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Забыли пароль?"
        lead="Укажите почту, с которой вы регистрировались. Пришлём ссылку, по которой можно придумать новый пароль."
      />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
        <Stack>
          <EmailField {...form.control('email')} label="Электронная почта" autoComplete="username" />
          <SubmitButton size="large" wide>
            Отправить ссылку
          </SubmitButton>
        </Stack>
      </Form>
      <p>
        Вспомнили? <Link to={paths.login}>Войдите</Link>
      </p>
    </>
  )
}

/** The same for known and unknown addresses: it must not reveal who is registered. */
export function ResetLetterSent() {
  return (
    <>
      <LetterSentHeading>
        Если этот адрес у нас зарегистрирован, письмо со ссылкой уже в пути. Ссылка действует 20&nbsp;минут.
      </LetterSentHeading>
      <Stack>
        <p>
          Письма нет? Загляните в папку «Спам» или{' '}
          <Link to={paths.forgotPassword}>отправьте ссылку ещё раз</Link>.
        </p>
        <p>
          <Link to={paths.login}>Вернуться ко входу</Link>
        </p>
      </Stack>
    </>
  )
}
