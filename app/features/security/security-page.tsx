import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { endOtherSessionsForm, endSessionForm } from './end-session-form.server'
import { SecondStep } from './second-step'
import type { confirmForm, setupForm, turnOffForm } from './second-step-forms.server'
import type { SecondStepView } from './second-step-view'
import { SessionList } from './session-list'
import type { SessionView } from './session-view'

export const SECURITY_TITLE = 'Безопасность'

interface SecurityPageProps {
  /** Null where they could not be loaded. */
  sessions: readonly SessionView[] | null
  /** Null where it could not be loaded. */
  secondStep: SecondStepView | null
  hasCalendar: boolean
  reply: FormReply | undefined
}

/** Where the customer is signed in, and the second step of the login. */
export function SecurityPage({ sessions, secondStep, hasCalendar, reply }: SecurityPageProps) {
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
      <PageHeading title={SECURITY_TITLE} back={{ to: paths.profile, text: 'Профиль' }} />
      <Stack>
        <SessionList sessions={sessions} hasCalendar={hasCalendar} />
        <SecondStep view={secondStep} setup={setup} turnOff={turnOff} />
      </Stack>
    </>
  )
}

/** A refusal of the whole form says by itself what has happened; one of a field does not. */
const hasFieldErrors = (reply: FormReply | undefined) =>
  Object.keys(reply?.submission.error ?? {}).some((name) => name !== '')
