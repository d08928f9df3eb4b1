import { forwardRef } from 'react'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/icon-name'
import { PageLink } from '../link/page-link'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import { ActionForm } from './action-form'
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
