import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { resendForm } from './auth-forms.server'
import { ResendForm, withAddress } from './resend-form'

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
