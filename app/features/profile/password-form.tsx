import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { NewPasswordFields } from '~/ui/password-field/new-password-fields'
import { PasswordField } from '~/ui/password-field/password-field'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { passwordForm } from './profile-forms.server'

export const passwordFields = ['password_old', 'password', 'password_confirmation'] as const

interface PasswordFormProps {
  form: PostFormOf<typeof passwordForm>
  /** For password managers. */
  email: string
}

export function PasswordForm({ form, email }: PasswordFormProps) {
  return (
    <Form {...form.attributes}>
      <input type="hidden" name="intent" value="password" />
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Stack narrow>
        <PasswordField
          {...form.control('password_old')}
          label="Текущий пароль"
          autoComplete="current-password"
        />
        <NewPasswordFields
          label="Новый пароль"
          password={form.control('password')}
          confirmation={form.control('password_confirmation')}
        />
        <div>
          <SubmitButton match={{ intent: 'password' }} pendingText="Меняем…">
            Изменить пароль
          </SubmitButton>
        </div>
      </Stack>
    </Form>
  )
}
