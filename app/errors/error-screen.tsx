import type { Contacts } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import type { ReactNode } from 'react'
import { MailLink, PhoneLink } from '../ui/link/link'
import { Prose } from '../ui/prose/prose'
import { Stack } from '../ui/stack/stack'
import styles from './error-screen.module.css'
import { supportContacts } from './error-text'
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

/** A drawing of the mailboxes in a house's entrance; `odd` says what is wrong with one of them. */
function Mailboxes({ odd }: { odd: 'missing' | 'locked' | 'ajar' }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 264 180" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${odd}`} />
    </svg>
  )
}
