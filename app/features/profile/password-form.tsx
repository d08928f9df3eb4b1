import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { PasswordField } from '~/ui/password-field/password-field'
import type { PostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const passwordFields = ['password_old', 'password', 'password_confirmation'] as const

interface PasswordFormProps {
  form: PostForm<(typeof passwordFields)[number]>
  /** Whose password it is: password managers want to know. */
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
          label="Нынешний пароль"
          autoComplete="current-password"
        />
        <PasswordField
          {...form.control('password')}
          label="Новый пароль"
          hint="Не меньше 8 знаков. Хорошо подойдут несколько слов подряд"
          autoComplete="new-password"
        />
        <PasswordField
          {...form.control('password_confirmation')}
          label="Новый пароль ещё раз"
          autoComplete="new-password"
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
