import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './access.module.css'
import type { AccessView, GrantView, OwnerView } from './access-view'

/** Who has the account: its owners, the open grants with their buttons, and the ended ones. */
export function AccessPeople({ account, owners, open, ended }: AccessView & { account: string }) {
  return (
    <Panel title="У кого есть доступ">
      <ul className={styles.people}>
        {owners.map((owner) => (
          <li key={`${owner.name} ${owner.since}`} className={styles.person}>
            <Owner owner={owner} />
          </li>
        ))}
        {open.map((grant) => (
          <li key={grant.id} className={styles.person}>
            <Grant grant={grant}>
              <GrantActions account={account} grant={grant} />
            </Grant>
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <Disclosure summary={'Закрытые за\u00a090\u00a0дней'}>
          <ul className={styles.people}>
            {ended.map((grant) => (
              <li key={grant.id} className={styles.person}>
                <Grant grant={grant} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  )
}

function Owner({ owner: { name, since, isYou } }: { owner: OwnerView }) {
  return (
    <div className={styles.words}>
      <p className={styles.who}>
        {name} <Badge tone="accent">{isYou ? 'Владелец, это вы' : 'Владелец'}</Badge>
      </p>
      <p className={styles.about}>Лицевой счёт в кабинете с {since}</p>
    </div>
  )
}

/** `children`: its buttons. */
function Grant({ grant: { who, status, about }, children }: { grant: GrantView; children?: ReactNode }) {
  return (
    <>
      <div className={styles.words}>
        <p className={styles.who}>
          {who} <Badge tone={status.tone}>{status.words}</Badge>
        </p>
        {about.map((line) => (
          <p key={line} className={styles.about}>
            {line}
          </p>
        ))}
      </div>
      {children}
    </>
  )
}

function GrantActions({ account, grant: { id, who, isWaiting } }: { account: string; grant: GrantView }) {
  const action = paths.access(account)
  return (
    <Stack direction="row" gap="small">
      {isWaiting && (
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="confirm-grant" />
          <input type="hidden" name="grant" value={id} />
          <SubmitButton
            size="small"
            action={action}
            match={{ intent: 'confirm-grant', grant: id }}
            pendingText="Подтверждаем…"
          >
            Подтвердить<VisuallyHidden>: {who}</VisuallyHidden>
          </SubmitButton>
        </Form>
      )}
      <ButtonLink kind="secondary" size="small" to={paths.accessClose(account, id)}>
        Закрыть доступ<VisuallyHidden>: {who}</VisuallyHidden>
      </ButtonLink>
    </Stack>
  )
}
