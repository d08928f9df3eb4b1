import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import type { resendForm } from './email-form.server'
import { ResendForm } from './resend-form'

const heading = 'Подтверждение почты'

interface VerifyEmailProps {
  reply: FormReply | undefined
  idempotencyKey: string
}

/** The verification button; after a rejection of the link, the form for a new letter instead. */
export function VerifyEmail({ reply, idempotencyKey }: VerifyEmailProps) {
  const hasFailed = reply?.form === 'confirm' && reply.requestId !== null
  if (reply && !hasFailed) return <LinkRefused reply={reply} idempotencyKey={idempotencyKey} />
  return (
    <OneButtonForm
      heading={heading}
      text="Нажмите кнопку, и адрес будет подтверждён."
      buttonText="Подтвердить адрес"
      pendingText="Подтверждаем…"
      reply={reply}
      auto
    />
  )
}

function LinkRefused({ reply, idempotencyKey }: VerifyEmailProps) {
  const confirm = usePostForm('confirm', [], reply)
  const resend = usePostForm<typeof resendForm>('resend', ['email', 'idempotencyKey'], reply)
  return (
    <>
      <FormOutcome forms={[confirm, resend]} />
      <PageHeading
        title={heading}
        lead="Если ссылка устарела или уже использована, попросите новое письмо: укажите почту, с которой вы регистрировались."
      />
      <ResendForm form={resend} idempotencyKey={idempotencyKey} />
    </>
  )
}
