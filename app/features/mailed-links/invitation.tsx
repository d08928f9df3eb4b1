import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import type { acceptForm, declineForm } from './submit-invitation.server'

interface InvitationProps {
  isSignedIn: boolean
  /** Null where there is nothing to show. */
  shown: { rows: { term: string; description: string | null }[]; isWaiting: boolean } | null
  /** Why the link is no use; null: it is, or that is not known. */
  useless: string | null
  reply: FormReply | undefined
}

export const INVITED_TITLE = 'Вам открывают доступ'

/** The page behind an invitation: opening it changes nothing, because mail scanners open links, too; its buttons do. */
export function Invitation({ isSignedIn, shown, useless, reply }: InvitationProps) {
  const accept = usePostForm<typeof acceptForm>('accept-invitation', [], reply)
  const decline = usePostForm<typeof declineForm>('decline-invitation', [], reply)
  return (
    <>
      <FormOutcome forms={[accept, decline]} />
      <PageHeading title={INVITED_TITLE} />
      <Stack narrow>
        {shown && <DefinitionList rows={shown.rows} />}
        {useless && !reply && (
          <Warning>
            <p>{useless}</p>
          </Warning>
        )}
        {useless && <p>Если ссылка устарела или уже использована, новую пришлёт владелец лицевого счёта.</p>}
        {shown?.isWaiting && (
          <p>
            Приглашение приняли. Теперь владелец лицевого счёта подтвердит, что приглашал именно этого
            человека: ему ушло письмо. Когда доступ откроется, мы тоже напишем.
          </p>
        )}
        {useless ? null : isSignedIn ? <Answers isWaiting={shown?.isWaiting ?? false} /> : <SignIn />}
      </Stack>
    </>
  )
}

function Answers({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Stack direction="row">
      {!isWaiting && (
        <Answer intent="accept-invitation" pendingText="Принимаем…">
          Принять
        </Answer>
      )}
      <Answer intent="decline-invitation" pendingText="Отказываемся…" kind="secondary">
        Отказаться
      </Answer>
    </Stack>
  )
}

interface AnswerProps {
  intent: 'accept-invitation' | 'decline-invitation'
  pendingText: string
  kind?: 'primary' | 'secondary'
  children: string
}

function Answer({ intent, pendingText, kind = 'primary', children }: AnswerProps) {
  const action = usePageAddress()
  return (
    <Form id={intent} method="post" action={action} replace>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind={kind} action={action} match={{ intent }} pendingText={pendingText}>
        {children}
      </SubmitButton>
    </Form>
  )
}

/** For a guest: the login leads back. */
function SignIn() {
  const address = usePageAddress()
  return (
    <>
      <p>Чтобы ответить, войдите: мы вернём вас на эту страницу.</p>
      <div>
        <ButtonLink to={paths.loginTo(address)}>Войти</ButtonLink>
      </div>
      <p>
        Ещё нет личного кабинета? <Link to={paths.registration(address)}>Зарегистрируйтесь</Link> и
        подтвердите почту в этом же браузере: мы вернём вас сюда.
      </p>
    </>
  )
}
