import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './link.module.css'
import { linkTarget, mailHref, telHref } from './link-target'
import { PageLink } from './page-link'

export type LinkProps = {
  /** A path of this site, or an https address of another; anything else is rendered as plain text. */
  to: string
  children: ReactNode
  /** `text` is underlined, for links inside text; `plain` is for lists and menus. */
  look?: 'text' | 'plain'
  /** Navigate by a full page load. */
  reload?: boolean
  /** Opens a new window: used in forms, which would lose what was typed. */
  newWindow?: boolean
  'aria-current'?: 'page'
}

/** A link to a page of this site, or to another site, which is marked as external. */
export function Link({ to, children, look = 'text', reload, newWindow, 'aria-current': current }: LinkProps) {
  const target = linkTarget(to)
  if (!target) return <span>{children}</span>
  if (target.kind === 'external') {
    return (
      <a className={styles.link} data-look={look} href={target.url} rel="noopener">
        {children}
        <ExternalMark />
      </a>
    )
  }
  return (
    <PageLink
      className={styles.link}
      data-look={look}
      to={target.path}
      {...(reload && { reloadDocument: true })}
      {...(newWindow && { target: '_blank', rel: 'noopener' })}
      {...(current && { 'aria-current': current })}
    >
      {children}
      {newWindow && <VisuallyHidden> (откроется в новой вкладке)</VisuallyHidden>}
    </PageLink>
  )
}

/** A phone link, or plain text if there is no number to call. `children` is the number as people write it. */
export function PhoneLink({ number, children, look = 'plain' }: PhoneLinkProps) {
  const href = telHref(number)
  if (!href) return <span>{children}</span>
  return (
    <a className={styles.link} data-look={look} data-phone href={href}>
      {children}
    </a>
  )
}

type PhoneLinkProps = { number: string; children: ReactNode; look?: 'text' | 'plain' }

/** An e-mail link. */
export function MailLink({ address, look = 'plain' }: { address: string; look?: 'text' | 'plain' }) {
  return (
    <a className={styles.link} data-look={look} data-mail href={mailHref(address)}>
      {address}
    </a>
  )
}

/** The arrow of an external link, with its text for screen readers. */
export function ExternalMark() {
  return (
    <span className={styles.external}>
      <Icon name="arrow-up-right" />
      <VisuallyHidden> (другой сайт)</VisuallyHidden>
    </span>
  )
}
