import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { EmailField, Field } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { NewPasswordFields } from '~/ui/password-field/new-password-fields'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { registrationForm } from './auth-forms.server'

const names = ['name', 'email', 'phone', 'password', 'password_confirmation', 'consent'] as const

interface RegistrationFormProps {
  reply: FormReply | undefined
  /** The version of the linked consent text, when known. */
  consentVersion: string | null
  idempotencyKey: string
  /** Where the registration leads back to. */
  returnTo: string | undefined
}

export function RegistrationForm({ reply, consentVersion, idempotencyKey, returnTo }: RegistrationFormProps) {
  const form = usePostForm<typeof registrationForm>('registration', names, reply)
  const { defaultValue: consented, ...consent } = form.control('consent')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title="Регистрация" />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
        <Stack>
          <Field {...form.control('name')} label="Имя" hint="Как к вам обращаться" autoComplete="name" />
          <EmailField
            {...form.control('email')}
            label="Электронная почта"
            hint="Отправим письмо, чтобы подтвердить адрес"
            autoComplete="username"
          />
          <Field
            {...form.control('phone')}
            label="Телефон"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <NewPasswordFields
            label="Пароль"
            password={form.control('password')}
            confirmation={form.control('password_confirmation')}
          />
          <Checkbox
            {...consent}
            defaultChecked={consented === 'on'}
            label={
              <>
                Даю{' '}
                <Link to={paths.consent} newWindow>
                  согласие на обработку персональных данных
                </Link>
              </>
            }
          />
          {consentVersion && <input type="hidden" name="consentVersion" value={consentVersion} />}
          <SubmitButton size="large" wide pendingText="Регистрируем…">
            Зарегистрироваться
          </SubmitButton>
        </Stack>
      </Form>
      <Stack gap="small">
        <p>
          О том, как мы храним данные,&nbsp;— в{' '}
          <Link to={paths.privacy} newWindow>
            политике обработки персональных данных
          </Link>
          .
        </p>
        <p>
          Уже есть личный кабинет? <Link to={paths.loginTo(returnTo)}>Войдите</Link>
        </p>
      </Stack>
    </>
  )
}
