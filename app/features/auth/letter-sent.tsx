import type { ReactNode } from 'react'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { resendForm } from './email-form.server'
import { ResendForm } from './resend-form'

interface VerificationLetterSentProps {
  reply: FormReply | undefined
  idempotencyKey: string
}

/** After registration: where to find the letter, and a form to send another. */
export function VerificationLetterSent({ reply, idempotencyKey }: VerificationLetterSentProps) {
  const form = usePostForm<typeof resendForm>('resend', ['email'], reply)
  return (
    <>
      <FormOutcome forms={[form]} />
      <LetterSentHeading>
        Мы отправили письмо со ссылкой. Откройте её в течение 24&nbsp;часов, и личный кабинет заработает.
      </LetterSentHeading>
      <Stack>
        <p>Письма нет? Загляните в папку «Спам» или попросите отправить его ещё раз.</p>
        <ResendForm form={form} idempotencyKey={idempotencyKey} />
      </Stack>
    </>
  )
}

export function LetterSentHeading({ children }: { children: ReactNode }) {
  return <PageHeading title="Проверьте почту" lead={children} />
}
