import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export function NewPasswordForm({ reply }: { reply: FormReply | undefined }) {
  const form = usePostForm('change-password', ['password', 'password_confirmation'], reply)
  const isAboutLink = form.errors.some(({ fieldId }) => !fieldId)
  return (
    <>
      <FormOutcome forms={[form]}>
        {isAboutLink && (
          <p>
            Если ссылка устарела или уже использована, <Link to={paths.forgotPassword}>получите новую</Link>.
          </p>
        )}
      </FormOutcome>
      <PageHeading
        title="Новый пароль"
        lead="После смены пароля нужно будет войти заново на всех устройствах."
      />
      <Form {...form.attributes}>
        <Stack>
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
          <SubmitButton size="large" wide pendingText="Сохраняем…">
            Сохранить пароль
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}
