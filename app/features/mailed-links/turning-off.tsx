import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'
import type { FormReply } from '~/ui/post-form/form-reply'

interface TurnOffLettersProps {
  /** Also the text of the button. */
  heading: string
  text: string
  reply: FormReply | undefined
}

/** The page of a mailed link that turns off letters of this kind. */
export function TurnOffLetters({ heading, text, reply }: TurnOffLettersProps) {
  return (
    <OneButtonForm heading={heading} text={text} buttonText={heading} pendingText="Отключаем…" reply={reply}>
      <p>
        Если ссылка устарела или уже использована, отключите письма в личном кабинете, в разделе{' '}
        <Link to={paths.reminders()}>«Напоминания»</Link>. Не получается войти&nbsp;— позвоните в поддержку:
        контакты внизу страницы.
      </p>
    </OneButtonForm>
  )
}
