import { Form } from '@remix-run/react'
import { forwardRef, type ReactNode } from 'react'
import type { IconName } from '../icon/icon'
import { Icon } from '../icon/icon'
import { PageLink } from '../link/page-link'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './action-row.module.css'

/** A link, or with `post` a one-button form that sends these values to the page's action. */
export type DropdownItem = {
  text: string
  icon: IconName
  /** Added to `text` for screen readers in the row, where items of several menus are on one page. */
  about?: string
  /** For irreversible actions. */
  tone?: 'danger'
} & ({ to: string } | { post: Readonly<Record<string, string>>; pendingText: string })

/** The items of a dropdown as a row of links and buttons: the server's HTML, until scripts draw the button. */
export const ActionRow = forwardRef<HTMLDivElement, { items: readonly DropdownItem[] }>(function ActionRow(
  { items },
  ref,
) {
  return (
    <div ref={ref} className={styles.row}>
      {items.map((item) => (
        <Action key={item.text} item={item} />
      ))}
    </div>
  )
})

function Action({ item }: { item: DropdownItem }) {
  const { icon, text, about, tone } = item
  const look = { className: styles.action, 'data-tone': tone }
  const content = (
    <>
      <Icon name={icon} />
      <span className={styles.words}>
        {text}
        {about && <VisuallyHidden>{` ${about}`}</VisuallyHidden>}
      </span>
    </>
  )
  if ('to' in item) {
    return (
      <PageLink {...look} to={item.to}>
        {content}
      </PageLink>
    )
  }
  return (
    <ActionForm values={item.post} className={styles.form}>
      <button {...look} type="submit">
        {content}
      </button>
    </ActionForm>
  )
}

interface ActionFormProps {
  values: Readonly<Record<string, string>>
  className?: string | undefined
  hidden?: boolean
  children?: ReactNode
}

/** The form of an item that posts values to the page's action. */
export const ActionForm = forwardRef<HTMLFormElement, ActionFormProps>(function ActionForm(
  { values, children, ...attributes },
  ref,
) {
  return (
    <Form {...attributes} ref={ref} method="post">
      {Object.entries(values).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </Form>
  )
})
