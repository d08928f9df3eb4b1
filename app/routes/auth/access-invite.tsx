import { data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { rightsInWords } from 'format/account'
import { formatDayWithYear } from 'format/dates'
import { shownText } from 'format/shown-text'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import {
  type acceptForm,
  type declineForm,
  incompleteLink,
  mailedCode,
  mailedId,
  submitInvitation,
} from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { type Api, anyone } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

const TITLE = 'Вам открывают доступ'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'family',
  isValid: hasMailedId,
} satisfies RouteHandle

/**
 * Loads the invitation in the address. `useless` says why it can't be accepted. `shown` is null in that case, and if it
 * could not be loaded beside a rejected form.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const [user, preview] = await Promise.all([
    context.visitor.currentUser(),
    loadBesideForm(context, loadPreview(request, api)),
  ])
  // The sender of a form was signed in, even if that can't be checked now.
  const isSignedIn =
    Boolean(user) || (context.form.state === 'rejected' && context.visitor.userFailure !== null)
  if (!preview) return data({ isSignedIn, shown: null, useless: null })
  if (!preview.ok) {
    const { failure } = preview
    const status = failure.kind === 'gone' && failure !== incompleteLink ? 410 : 400
    return data({ isSignedIn, shown: null, useless: failure.message || NOT_VALID_ANY_MORE }, { status })
  }
  const { from, account, address, rights, until, status } = preview.answer.data
  const rows = [
    ...(shownText(from) ? [{ term: 'От кого', description: shownText(from) }] : []),
    { term: 'Лицевой счёт', description: account },
    ...(shownText(address) ? [{ term: 'Адрес', description: shownText(address) }] : []),
    { term: 'Вы сможете', description: rightsInWords(rights) },
    ...(until ? [{ term: 'По какой день', description: formatDayWithYear(until) }] : []),
  ]
  return data({ isSignedIn, shown: { rows, isWaiting: status === 'waiting' }, useless: null })
}

const loadPreview = async (request: Request, api: Api) => {
  const code = mailedCode(request)
  if (!code) return { ok: false as const, failure: incompleteLink }
  return api.loadMailed('previewInvitation', { id: mailedId(request), body: { code } })
}

const NOT_VALID_ANY_MORE = 'Приглашение больше не действует.'

export const action = submitInvitation

/** The page behind an invitation. Only its buttons change something, because mail scanners open links, too. */
export default function AccessInvitePage() {
  const { isSignedIn, shown, useless } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const accept = usePostForm<typeof acceptForm>('accept-invitation', [], reply)
  const decline = usePostForm<typeof declineForm>('decline-invitation', [], reply)
  return (
    <>
      <FormOutcome forms={[accept, decline]} />
      <PageHeading title={TITLE} />
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

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(TITLE, args)
