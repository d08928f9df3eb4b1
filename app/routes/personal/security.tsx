import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { SecondStep } from '~/features/security/second-step'
import { RecoveryCodes, SecondStepSetup } from '~/features/security/second-step-setup'
import styles from '~/features/security/security.module.css'
import {
  type confirmForm,
  type endOtherSessionsForm,
  type endSessionForm,
  loadSecurity,
  type SecurityState,
  type SessionView,
  type setupForm,
  submitSecurity,
  type turnOffForm,
} from '~/features/security/security.server'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { useFreshPage } from '~/ui/post-form/page-answer'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { MissingPart } from '~/ui/warning/warning'

const TITLE = 'Безопасность'

export const handle = {
  access: 'user',
  secret: true,
  feature: 'security',
  section: paths.profile,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (context.form.state === 'accepted') return { sessions: null, secondStep: null, hasCalendar: false }
  const { api } = await requireUser(request, context)
  return loadSecurity(api, context)
}

export const action = submitSecurity

/** The answer to a form shows a secret or the typed values: no reload may replace it, not even by an error screen. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function SecurityRoute() {
  const answer = useActionData<typeof action>()
  const reply = answer && 'form' in answer ? answer : undefined
  const page = useFreshPage<SecurityState>(useLoaderData<typeof loader>(), reply)
  if (answer && 'codes' in answer) return <RecoveryCodes codes={answer.codes} />
  if (answer && 'setup' in answer) return <SecondStepSetup {...answer} />
  return <SecurityPage {...page} reply={reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(TITLE, args)

/** Where the customer is signed in, and the second step of the login. */
function SecurityPage({
  sessions,
  secondStep,
  hasCalendar,
  reply,
}: SecurityState & { reply: FormReply | undefined }) {
  const endSession = usePostForm<typeof endSessionForm>('end-session', [], reply)
  const endOthers = usePostForm<typeof endOtherSessionsForm>('end-other-sessions', [], reply)
  const setup = usePostForm<typeof setupForm>(
    'second-step-setup',
    secondStep?.isOn ? [] : ['password'],
    reply,
  )
  const confirm = usePostForm<typeof confirmForm>('second-step-confirm', [], reply)
  const turnOff = usePostForm<typeof turnOffForm>(
    'second-step-off',
    secondStep?.isOn === false ? [] : ['password', 'code'],
    reply,
  )
  const isOnAlready = secondStep?.isOn && hasFieldErrors(setup.reply)
  const isOffAlready = secondStep?.isOn === false && hasFieldErrors(turnOff.reply)
  return (
    <>
      <FormOutcome forms={[endSession, endOthers, setup, confirm, turnOff]}>
        {isOnAlready && <p>Второй шаг уже включён: возможно, в другой вкладке или на другом устройстве.</p>}
        {isOffAlready && <p>Второй шаг уже выключен: возможно, в другой вкладке или на другом устройстве.</p>}
      </FormOutcome>
      <PageHeading title={TITLE} back={{ to: paths.profile, text: 'Профиль' }} />
      <Stack>
        <SessionList sessions={sessions} hasCalendar={hasCalendar} />
        <SecondStep view={secondStep} setup={setup} turnOff={turnOff} />
      </Stack>
    </>
  )
}

/** Errors of fields do not say that the state has changed, so the page adds a sentence. */
const hasFieldErrors = (reply: FormReply | undefined) =>
  Object.keys(reply?.submission.error ?? {}).some((name) => name !== '')

/** The customer's sessions, each but the current one with a button that ends it. */
function SessionList({ sessions, hasCalendar }: Pick<SecurityState, 'sessions' | 'hasCalendar'>) {
  return (
    <Panel title="Где вы вошли">
      {sessions ? (
        <Stack>
          <p>
            Если какого-то устройства не узнаёте, завершите на нём сеанс и смените пароль. Тогда отменится и
            то, что из кабинета уже запросили: смена почты и ссылка для нового пароля
            {hasCalendar && ', а ссылку на календарь нужно будет создать заново'}.
          </p>
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <li key={session.id} className={styles.session}>
                <SessionItem session={session} />
              </li>
            ))}
          </ul>
          {sessions.some(({ isCurrent }) => !isCurrent) && <EndOtherSessions />}
        </Stack>
      ) : (
        <MissingPart what="список сеансов" />
      )}
    </Panel>
  )
}

function SessionItem({ session: { id, device, isCurrent, when, about } }: { session: SessionView }) {
  return (
    <>
      <p className={styles.device}>
        {device}
        {isCurrent && <span className={styles.now}> · сейчас</span>}
        <span className={styles.when}>{when}</span>
      </p>
      {!isCurrent && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            kind="secondary"
            size="small"
            match={{ intent: 'end-session', id }}
            pendingText="Завершаем…"
          >
            Завершить<VisuallyHidden>: {about}</VisuallyHidden>
          </SubmitButton>
        </Form>
      )}
    </>
  )
}

function EndOtherSessions() {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="end-other-sessions" />
      <SubmitButton kind="secondary" match={{ intent: 'end-other-sessions' }} pendingText="Завершаем…">
        Завершить все остальные
      </SubmitButton>
    </Form>
  )
}
