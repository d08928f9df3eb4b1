import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import type { IconName } from '../icon/icon'
import { Icon } from '../icon/icon'
import { ExternalMark } from '../link/link'
import { linkTarget } from '../link/link-target'
import { PageLink } from '../link/page-link'
import styles from './button.module.css'

type Look = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  /** As wide as its column. On a phone the large button always is. */
  wide?: boolean
  icon?: IconName
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style' | 'disabled'> & {
    /** The action is in progress: shows `pendingText`, keeps focus and ignores presses. */
    pending?: boolean
    pendingText?: string
  }

/** A button; submits its form unless `type` says otherwise. */
export function Button({
  kind = 'primary',
  size = 'normal',
  wide = false,
  icon,
  pending = false,
  pendingText = 'Отправляем…',
  type = 'submit',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would drop focus, and a screen reader would lose its place.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-size={size}
      data-wide={wide}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={press}
    >
      {pending ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {/* With a key the element is replaced: React loses text nodes that the translation of a browser has wrapped. */}
      <span key={pending ? 'pending' : 'usual'}>{pending ? pendingText : children}</span>
    </button>
  )
}

export type ButtonLinkProps = Look & {
  to: string
  children: ReactNode
  /** Navigate by a full page load. */
  reload?: boolean
}

/** A link that looks like a button: for navigation only, never for a change. */
export function ButtonLink({
  kind = 'primary',
  size = 'normal',
  wide = false,
  icon,
  to,
  reload,
  children,
}: ButtonLinkProps) {
  const target = linkTarget(to)
  if (!target) return null
  const look = { className: styles.button, 'data-kind': kind, 'data-size': size, 'data-wide': wide }
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  if (target.kind === 'external') {
    return (
      <a {...look} href={target.url} rel="noopener">
        {content}
        <ExternalMark />
      </a>
    )
  }
  return (
    <PageLink {...look} to={target.path} {...(reload && { reloadDocument: true })}>
      {content}
    </PageLink>
  )
}
