import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import type { resendForm } from './auth-forms.server'
import { ResendForm, withAddress } from './resend-form'

const heading = 'Подтверждение почты'

interface LinkRefusedProps {
  reply: FormReply | undefined
  idempotencyKey: string
  /** The address that this browser has registered, for the form for a new letter. */
  email: string | undefined
}

interface VerifyEmailProps extends LinkRefusedProps {
  /** `letter` after the link itself was rejected. */
  offers: 'button' | 'letter'
  /** Whether scripts press the button, as in the browser that has sent the registration. */
  confirmsItself: boolean
}

/** The verification button; after a rejection of the link, the form for a new letter instead. */
export function VerifyEmail({ offers, reply, idempotencyKey, confirmsItself, email }: VerifyEmailProps) {
  if (offers === 'letter') return <LinkRefused reply={reply} idempotencyKey={idempotencyKey} email={email} />
  return (
    <OneButtonForm
      heading={heading}
      text="Если на сайте регистрировались вы, нажмите кнопку, и адрес будет подтверждён."
      buttonText="Подтвердить адрес"
      pendingText="Подтверждаем…"
      reply={reply}
      auto={confirmsItself}
    />
  )
}

function LinkRefused({ reply, idempotencyKey, email }: LinkRefusedProps) {
  const confirm = usePostForm('confirm', [], reply)
  const resend = usePostForm<typeof resendForm>('resend', ['email'], reply, withAddress(email))
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
