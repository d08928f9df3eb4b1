import type { Contacts } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import type { ReactNode } from 'react'
import { paths } from '../paths'
import { ButtonLink } from '../ui/button/button'
import { Link, MailLink, PhoneLink } from '../ui/link/link'
import { Prose } from '../ui/prose/prose'
import { RequestNumber } from '../ui/request-number/request-number'
import { Stack } from '../ui/stack/stack'
import styles from './error-screens.module.css'
import { forbiddenTitle, ifRepeated, notFoundTitle, somethingWrongTitle, supportContacts } from './error-text'
import drawings from './mailboxes.svg?url'

export type ErrorScreenProps = {
  title: string
  drawing: 'missing' | 'locked' | 'ajar'
  /** What happened, in a paragraph or two. */
  children: ReactNode
  actions: ReactNode
  /** When to contact support, for example 'Если ошибка повторяется, обратитесь'. */
  advice: string
  contacts?: Contacts | null | undefined
  /** What to tell support. */
  number?: ReactNode
}

/** The layout that the three error screens share. */
export function ErrorScreen({
  title,
  drawing,
  children,
  actions,
  advice,
  contacts,
  number,
}: ErrorScreenProps) {
  return (
    <div className={styles.screen}>
      <Mailboxes odd={drawing} />
      <div className={styles.words}>
        <h1 tabIndex={-1}>{title}</h1>
        <Prose>{children}</Prose>
        <Stack direction="row">{actions}</Stack>
        <p className={styles.advice}>
          {advice} в службу поддержки
          {contacts && <SupportContacts contacts={contacts} />}.{number && <> {number}.</>}
        </p>
      </div>
    </div>
  )
}

function SupportContacts({ contacts }: { contacts: Contacts }) {
  const { phone, email } = supportContacts(contacts)
  if (!phone && !email) return null
  return (
    <>
      :{' '}
      {phone && (
        <PhoneLink number={phone} look="text">
          {formatPhone(phone)}
        </PhoneLink>
      )}
      {phone && email && ' или '}
      {email && <MailLink address={email} look="text" />}
    </>
  )
}

/** A drawing of the mailboxes in a house's entrance; `odd`: how one of them differs. */
function Mailboxes({ odd }: { odd: 'missing' | 'locked' | 'ajar' }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 264 180" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${odd}`} />
    </svg>
  )
}

/** Status 403. */
export function Forbidden({ contacts }: { contacts?: Contacts | null | undefined }) {
  return (
    <ErrorScreen
      title={forbiddenTitle}
      drawing="locked"
      contacts={contacts}
      advice={ifRepeated}
      actions={
        <ButtonLink to={paths.home} size="large">
          Перейти на главную
        </ButtonLink>
      }
    >
      <p>
        Эта страница вам недоступна. Вернитесь на&nbsp;<Link to={paths.home}>главную страницу</Link>{' '}
        и&nbsp;попробуйте ещё раз.
      </p>
    </ErrorScreen>
  )
}

interface NotFoundProps {
  contacts?: Contacts | null | undefined
  isSignedIn?: boolean
}

/** Status 404. */
export function NotFound({ contacts, isSignedIn = false }: NotFoundProps) {
  return (
    <ErrorScreen
      title={notFoundTitle}
      drawing="missing"
      contacts={contacts}
      advice="Если страница точно должна здесь быть, обратитесь"
      actions={
        <>
          <ButtonLink to={paths.home} size="large">
            Перейти на главную
          </ButtonLink>
          {isSignedIn && (
            <ButtonLink to={paths.accounts} size="large" kind="secondary">
              В личный кабинет
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        Страница, которую вы запросили, не найдена: возможно, она переехала или в адресе опечатка. Начните
        с&nbsp;<Link to={paths.home}>главной страницы</Link>.
      </p>
    </ErrorScreen>
  )
}

type SomethingWrongProps = {
  contacts?: Contacts | null | undefined
  /** The path of the failed page, for the retry link. */
  retryTo?: string | undefined
  requestId?: string | undefined
}

/** Any other status. The only technical detail is the request number for support. */
export function SomethingWrong({ contacts, retryTo, requestId }: SomethingWrongProps) {
  return (
    <ErrorScreen
      title={somethingWrongTitle}
      drawing="ajar"
      contacts={contacts}
      advice={ifRepeated}
      number={requestId && <RequestNumber requestId={requestId} />}
      actions={
        <>
          {retryTo && (
            <ButtonLink to={retryTo} size="large" reload>
              Попробовать ещё раз
            </ButtonLink>
          )}
          <ButtonLink to={paths.home} size="large" kind={retryTo ? 'secondary' : 'primary'} reload>
            Перейти на главную
          </ButtonLink>
        </>
      }
    >
      <p>
        Страница не открылась. Обычно это ненадолго: подождите минуту и&nbsp;повторите или вернитесь на&nbsp;
        <Link to={paths.home} reload>
          главную страницу
        </Link>
        .
      </p>
    </ErrorScreen>
  )
}
