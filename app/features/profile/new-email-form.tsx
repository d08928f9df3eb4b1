import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { newEmailForm } from './profile-forms.server'

interface NewEmailFormProps {
  reply: FormReply | undefined
  /** The current e-mail address; null when it could not be loaded. */
  current: string | null
  idempotencyKey: string
}

export function NewEmailForm({ reply, current, idempotencyKey }: NewEmailFormProps) {
  const form = usePostForm<typeof newEmailForm>('new-email', ['email'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Новый адрес почты"
        back={{ to: paths.profile, text: 'Профиль' }}
        lead={`${current === null ? '' : `Сейчас: ${current}. `}Адрес изменится, когда вы откроете ссылку из письма, которое придёт на новый.`}
      />
      <Form {...form.attributes}>
        <IdempotencyKey posted={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
        <Stack narrow>
          <EmailField {...form.control('email')} label="Новая электронная почта" autoComplete="email" />
          <SubmitButton size="large" pendingText="Отправляем…">
            Отправить письмо
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}
