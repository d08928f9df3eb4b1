import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { NewPasswordFields } from '~/ui/password-field/new-password-fields'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { newPasswordForm } from './auth-forms.server'

export function NewPasswordForm({ reply }: { reply: FormReply | undefined }) {
  const form = usePostForm<typeof newPasswordForm>(
    'change-password',
    ['password', 'password_confirmation'],
    reply,
  )
  const action = usePageAddress()
  const isAboutLink = form.errors.some(({ fieldId }) => !fieldId)
  return (
    <>
      <FormOutcome forms={[form]}>
        {isAboutLink && (
          <p>
            Если ссылка устарела или уже использована, <Link to={paths.forgotPassword}>получите новую</Link>.
            Если вы нажали дважды, возможно, всё уже сделано: <Link to={paths.login}>попробуйте войти</Link>.
          </p>
        )}
      </FormOutcome>
      <PageHeading
        title="Новый пароль"
        lead="После смены пароля нужно будет войти заново на всех устройствах."
      />
      <Form {...form.attributes} action={action}>
        <Stack>
          <NewPasswordFields
            label="Новый пароль"
            password={form.control('password')}
            confirmation={form.control('password_confirmation')}
          />
          <SubmitButton action={action} size="large" wide pendingText="Сохраняем…">
            Сохранить пароль
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}
