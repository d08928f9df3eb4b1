import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import type { FormReply } from '~/ui/post-form/form-reply'

/** The page behind the link mailed to the new e-mail address. */
export function ConfirmNewEmail({ reply }: { reply: FormReply | undefined }) {
  const saysWhy = reply?.submission.error?.['']?.some((words) => /устарела или уже использована/i.test(words))
  return (
    <OneButtonForm
      heading="Подтверждение нового адреса"
      text="Нажмите кнопку, и новый адрес почты заменит прежний."
      buttonText="Подтвердить новый адрес"
      pendingText="Подтверждаем…"
      reply={reply}
    >
      <p>
        {!saysWhy && 'Ссылка устарела или уже использована? '}
        <Link to={paths.changeEmailRequest}>Запросить новое письмо</Link>
      </p>
    </OneButtonForm>
  )
}
