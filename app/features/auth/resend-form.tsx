import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { usePageAddress } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { resendForm } from './auth-forms.server'

interface ResendFormProps {
  form: PostFormOf<typeof resendForm>
  idempotencyKey: string
}

/** The form's default values. */
export const withAddress = (email: string | undefined) => (email === undefined ? {} : { email })

/** Asks for another verification letter. */
export function ResendForm({ form, idempotencyKey }: ResendFormProps) {
  const action = usePageAddress()
  return (
    <Form {...form.attributes} action={action}>
      <input type="hidden" name="intent" value="resend" />
      <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
      <Stack>
        <EmailField {...form.control('email')} label="Электронная почта" autoComplete="email" />
        <SubmitButton action={action} kind="secondary" match={{ intent: 'resend' }}>
          Отправить письмо ещё раз
        </SubmitButton>
      </Stack>
    </Form>
  )
}
