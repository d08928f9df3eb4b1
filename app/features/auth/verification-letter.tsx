import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmailField } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { type PostFormOf, usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { resendForm } from './auth.server'

interface VerificationLetterSentProps {
  reply: FormReply | undefined
  idempotencyKey: string
  /** The registered address; left out in another browser than that of the registration. */
  email?: string | undefined
  /** Where the registration leads back to. */
  returnTo?: string | undefined
}

/** After registration: where to find the letter, and a form to send another. */
export function VerificationLetterSent({
  reply,
  idempotencyKey,
  email,
  returnTo,
}: VerificationLetterSentProps) {
  const form = usePostForm<typeof resendForm>('resend', ['email'], reply, withAddress(email))
  return (
    <>
      <FormOutcome forms={[form]} />
      <LetterSentHeading>
        Мы отправили письмо со ссылкой{email && ` на\u00a0${email}`}. Откройте её в течение 24&nbsp;часов, и
        личный кабинет заработает.
      </LetterSentHeading>
      <Stack>
        {email && (
          <p>
            Ошиблись в адресе? <Link to={paths.registration(returnTo)}>Зарегистрируйтесь с верным</Link>: без
            подтверждения прежняя регистрация не заработает.
          </p>
        )}
        <p>Письма нет? Загляните в папку «Спам» или попросите отправить его ещё раз.</p>
        <ResendForm form={form} idempotencyKey={idempotencyKey} />
      </Stack>
    </>
  )
}

export function LetterSentHeading({ children }: { children: ReactNode }) {
  return <PageHeading title="Проверьте почту" lead={children} />
}

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
      <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
      <Stack>
        <EmailField {...form.control('email')} label="Электронная почта" autoComplete="email" />
        <SubmitButton action={action} kind="secondary" match={{ intent: 'resend' }}>
          Отправить письмо ещё раз
        </SubmitButton>
      </Stack>
    </Form>
  )
}
