import { Form } from '@remix-run/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useFloating } from '../floating/use-floating'
import { Icon } from '../icon/icon'
import { PageLink } from '../link/page-link'
import styles from './dropdown.module.css'
import type { DropdownItem } from './dropdown-item'
import type { DropdownTheme } from './dropdown-theme'

export type DropdownProps = {
  /** What the menu is called for those who hear it. */
  name: string
  /** What stands on the button. */
  face: ReactNode
  /** The button's class. */
  className: string | undefined
  theme?: DropdownTheme
  items: readonly DropdownItem[]
}

/** A menu of what can be done with something; in the HTML it is a list of links and buttons in `details`. */
export function Dropdown({ name, face, className, theme, items }: DropdownProps) {
  const { details, button, loaded, panelProps } = useFloating(() => import('./dropdown-menu'))
  const look = { className: theme ? `${styles.dropdown} ${theme}` : styles.dropdown, 'data-theme': theme }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || panelProps.open) return
    event.preventDefault()
    button.onClick()
  }

  return (
    <div className={styles.place} data-align="end">
      {details ? (
        <details {...details}>
          <summary className={className}>{face}</summary>
          <div {...look}>
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item.text}>
                  <PlainItem item={item} />
                </li>
              ))}
            </ul>
          </div>
        </details>
      ) : (
        <button {...button} type="button" className={className} aria-haspopup="menu" onKeyDown={openByArrow}>
          {face}
        </button>
      )}
      {loaded && (
        <loaded.DropdownMenu
          {...panelProps}
          {...look}
          name={name}
          items={items}
          itemClass={styles.item}
          drawItem={(item) => <ItemWords item={item} />}
        />
      )}
    </div>
  )
}

function PlainItem({ item }: { item: DropdownItem }) {
  const look = { className: styles.item, 'data-tone': item.tone }
  if ('to' in item) {
    return (
      <PageLink {...look} to={item.to}>
        <ItemWords item={item} />
      </PageLink>
    )
  }
  return (
    <Form method="post">
      {Object.entries(item.post).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button {...look} type="submit">
        <ItemWords item={item} />
      </button>
    </Form>
  )
}

function ItemWords({ item: { icon, text } }: { item: DropdownItem }) {
  return (
    <>
      <Icon name={icon} />
      <span>{text}</span>
    </>
  )
}
