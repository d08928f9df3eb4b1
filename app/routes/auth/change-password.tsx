import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { newPasswordForm } from '~/features/auth/auth.server'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { mailedId, signOutFirst } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { NewPasswordFields } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'guest', secret: true, isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context, { whyNot: signOutFirst })
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context, { whyNot: signOutFirst })
  const { query } = context
  return submitForm({ request, context }, newPasswordForm, {
    call: (body) => api.submit('changePassword', { id: mailedId(request), query, body }),
    next: { message: 'Пароль изменён. Войдите с новым паролем.', stays: true, to: paths.login },
  })
}

export default function ChangePasswordPage() {
  return <NewPasswordForm reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый пароль', args)

function NewPasswordForm({ reply }: { reply: FormReply | undefined }) {
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
