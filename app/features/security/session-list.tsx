import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './security.module.css'
import type { SessionView } from './session-view'

/** The sessions, each other one with the button that ends it; null where they could not be loaded. */
export function SessionList({
  sessions,
  hasCalendar,
}: {
  sessions: readonly SessionView[] | null
  hasCalendar: boolean
}) {
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
